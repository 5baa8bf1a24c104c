/** Returns the commands that a document asks its reader to type, in its code blocks, sentences and tables. */
export function linesIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```/gms)].filter(([, language]) =>
    /^(sh)?$/.test(language ?? ''),
  )
  const shell = blocks.flatMap(([, , block = '']) =>
    block.split('\n').map(line => line.replace(/\s+#.*/, '').trim()),
  )
  const prose = text.replace(/^```.*?^```/gms, '')
  const spans = [...prose.matchAll(/`(np[mx] [^`]+)`/g)].map(([, line = '']) => line)
  return [...shell.filter(line => line !== ''), ...spans]
}

/** Returns the commands in the table of the emulator's README. A row can have several. */
export function emulatorTable(text: string): string[] {
  const [, section = ''] = text.split('### Command\n')
  const [table = ''] = section.split('### ')
  return table.split('\n').flatMap(row => {
    const [, first = ''] = /^\| (`.*?) +\|/.exec(row) ?? []
    return [...first.matchAll(/`([^`]+)`/g)].map(([, command = '']) => `liff-emulator ${command}`)
  })
}

/** Returns the first TypeScript block of a section. */
export function codeIn(text: string, heading: string): string {
  const section = text.slice(text.indexOf(`\n${heading}\n`))
  return /```ts\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
}
