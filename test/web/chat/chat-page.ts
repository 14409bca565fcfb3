import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { finish, sends, text } from '../../helper/model-server.ts'
import { type Answer, startUpstream, type Upstream } from '../../helper/upstream-server.ts'
import { useService } from '../../helper/use-service.ts'

/** What the scripted model answers by default. */
export const ANSWER = sends(text('All is '), text('**well**.'), finish())

/** A service whose model answers as each test says. */
export function useScriptedService() {
  let model: Upstream

  beforeAll(async () => {
    model = await startUpstream(ANSWER)
  })
  beforeEach(() => {
    model.questions.length = 0
    model.answerWith(ANSWER)
  })
  afterAll(() => model?.stop())
  const service = useService(() => ({
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: model.url,
    MODEL: 'openai',
  }))

  return {
    get url() {
      return service.url
    },
    answerWith: (answer: Answer) => model.answerWith(answer),
    /** The requests that the model has received in this test. */
    questions: () => model.questions,
  }
}

export async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(question)
  await page.getByRole('button', { name: 'Send' }).click()
}

export function articles(page: Page, author: string) {
  return page.getByRole('log', { name: 'Conversation' }).getByRole('article', { name: author })
}
