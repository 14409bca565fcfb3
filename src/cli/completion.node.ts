import completions from '@bomb.sh/tab'
import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'

/**
 * Adds `completion SHELL`, which prints a completion script, and the hidden `complete -- WORDS`, which
 * the script calls on each Tab. Completes commands, flags and choices.
 */
export function addCompletion(program: Command): void {
  tab(program, { completionCommandName: 'completion' })
  const name = program.name()

  commandOf(program, 'completion')
    .description('print the completion script of a shell')
    .action((shell: string) => {
      if (shell === 'bash') console.log(bashScript(name))
      else completions.setup(name, name, shell)
    })

  commandOf(program, 'complete').action((words: string[]) => {
    if (namesFile(words)) console.log(':0')
    else completions.parse(words)
  })
}

function commandOf(program: Command, name: string): Command {
  return program.commands.find((command) => command.name() === name) ?? program
}

/** The library does not complete files. Without `:4` the shell does. */
function namesFile([command, ...typed]: readonly string[]) {
  return command === 'import-members' && typed.length > 0 && !typed.at(-1)?.startsWith('-')
}

/**
 * Replaces the library's script for bash, which evaluates the typed words, so that a Tab would run
 * `$(…)` and truncate the file after `>`. That one also needs the package bash-completion. Bash splits
 * words at `=`, so they are joined again here.
 */
function bashScript(name: string): string {
  return `_${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} count=0 word line
  local words=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ $count -gt 0 && ( $word == '=' || \${words[count - 1]} == --*= ) ]]; then
      words[count - 1]+=$word
    else
      words[count]=$word
      count=$((count + 1))
    fi
  done
  [[ $cur == '=' ]] && cur=
  COMPREPLY=()
  while IFS= read -r line; do
    [[ $line == :4 ]] && compopt +o default 2>/dev/null
    line=\${line%%$'\\t'*}
    [[ $line != :* && $line == "$cur"* ]] && COMPREPLY+=("$line")
  done < <(${name} complete -- "\${words[@]}" 2>/dev/null)
}
complete -o default -F _${name} ${name}`
}
