import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isChromiumMissing, launchChromium } from '../helper/chromium.ts'
import { installPackages } from '../helper/install-packages.ts'
import { testPlatform } from '../helper/test-platform.ts'

const SDK = '@cometchat/chat-sdk-javascript'
const HOST = 'chat.example'

/** The calls of a chat, each as its result or its error. They run in a page. */
const CALLS = `async (authToken) => {
  const C = globalThis.CometChat.CometChat ?? globalThis.CometChat
  const settings = new C.AppSettingsBuilder().setRegion('us').autoEstablishSocketConnection(false)
  const groups = new C.GroupsRequestBuilder().setLimit(10).build()
  const members = new C.GroupMembersRequestBuilder('harbor').setLimit(1).build()
  const ofGroup = new C.MessagesRequestBuilder().setGUID('harbor').setLimit(2).build()
  const ofUser = new C.MessagesRequestBuilder().setUID('bob').setLimit(2).build()
  const conversations = new C.ConversationsRequestBuilder().setLimit(1).build()
  const users = new C.UsersRequestBuilder().setLimit(5).build()
  const reactions = new C.ReactionsRequestBuilder().setMessageId(1).setLimit(5).build()
  const texts = (all) => all.map((one) => one.getText())
  const withWhom = (all) => all.map((one) => one.getConversationWith().getName())
  const calls = {
    init: () => C.init('app', settings.overrideAdminHost('${HOST}/v3').overrideClientHost('${HOST}/v3').build()),
    login: async () => (await C.login(authToken)).getUid(),
    groups: async () => (await groups.fetchNext()).map((one) => one.getGuid()),
    group: async () => (await C.getGroup('harbor')).getName(),
    members: async () => (await members.fetchNext()).map((one) => one.getUid()),
    'members, page 2': async () => (await members.fetchNext()).map((one) => one.getUid()),
    'messages of a group': async () => texts(await ofGroup.fetchPrevious()),
    'messages of a group, page 2': async () => texts(await ofGroup.fetchPrevious()),
    'messages of a user': async () => texts(await ofUser.fetchPrevious()),
    conversations: async () => withWhom(await conversations.fetchNext()),
    'conversations, page 2': async () => withWhom(await conversations.fetchNext()),
    send: async () => (await C.sendMessage(new C.TextMessage('bob', 'hello', 'user'))).getText(),
    message: async () => (await C.getMessageDetails(1)).getText(),
    react: async () => (await C.addReaction(1, '👍')).getReactions().length,
    reactions: async () => (await reactions.fetchNext()).map((one) => one.getReaction()),
    read: () => C.markConversationAsRead('bob', 'user').then(() => 'read'),
    users: () => users.fetchNext(),
    logout: async () => (await C.logout()).success,
  }
  const outcomes = {}
  for (const [name, call] of Object.entries(calls)) {
    outcomes[name] = await call().catch((error) => 'failed: ' + error.code)
  }
  return outcomes
}`

describe.skipIf(isChromiumMissing)('CometChat’s JavaScript SDK', { timeout: 120_000 }, () => {
  let browser: Browser
  let page: Page
  let sdk: string
  beforeAll(async () => {
    sdk = join(await installPackages('cometchat-sdk', [`${SDK}@4.2.0`]), 'node_modules', SDK)
    browser = await launchChromium()
    page = await browser.newPage()
  }, 240_000)
  afterAll(() => browser?.close())

  it('reads and writes under /v3 with the auth token of a user', async () => {
    const { app, call, signIn } = await testPlatform()
    for (const uid of ['ann', 'bob']) await call('POST', '/v3/users', { body: { uid, name: uid } })
    await call('POST', '/v3/groups', {
      body: { guid: 'harbor', name: 'Harbor', type: 'public', owner: 'ann' },
    })
    await call('POST', '/v3/groups/harbor/members', { body: { participants: ['bob'] } })
    const send = (as: string, receiver: string, receiverType: string, text: string) => {
      const message = { category: 'message', type: 'text', data: { text } }
      return call('POST', '/v3/messages', { as, body: { receiver, receiverType, ...message } })
    }
    for (const text of ['one', 'two', 'three']) await send('bob', 'harbor', 'group', text)
    await send('bob', 'ann', 'user', 'hi')

    await page.route('**/*', async (route) => {
      const request = route.request()
      const { pathname, search } = new URL(request.url())
      if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: '<p>' })
      const { authtoken = '' } = await request.allHeaders()
      const body = request.postData()
      const answer = await app.request(`${pathname}${search}`, {
        method: request.method(),
        headers: { authtoken, 'content-type': 'application/json' },
        ...(body && { body }),
      })
      return route.fulfill({ status: answer.status, json: await answer.json() })
    })
    await page.goto(`https://${HOST}/`)
    await page.addScriptTag({ content: await readFile(join(sdk, 'CometChat.js'), 'utf8') })
    const token = JSON.stringify(await signIn('ann'))
    expect(await page.evaluate(`(${CALLS})(${token})`)).toEqual({
      init: true,
      login: 'ann',
      groups: ['harbor'],
      group: 'Harbor',
      members: ['ann'],
      'members, page 2': ['bob'],
      'messages of a group': ['two', 'three'],
      'messages of a group, page 2': ['one'],
      'messages of a user': ['hi'],
      conversations: ['bob'],
      'conversations, page 2': ['Harbor'],
      send: 'hello',
      message: 'one',
      react: 1,
      reactions: ['👍'],
      read: 'read',
      // A user's token does not list users.
      users: 'failed: AUTH_ERR_NO_ACCESS',
      logout: true,
    })
    expect((await call('PUT', '/v3/me', { token: JSON.parse(token) })).status).toBe(401)
  })
})
