type Instruction = { readonly name: string; readonly rest: string; readonly line: number }

const known = new Set(
  'ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR'.split(
    ' ',
  ),
)

/** The instructions of a container file: comments left out, continued lines joined. */
function instructionsOf(text: string): Instruction[] {
  const lines = text.split('\n').map(line => (/^\s*#/.test(line) ? '' : line))
  const found: Instruction[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1
    let whole = lines[at] ?? ''
    while (whole.endsWith('\\')) whole = `${whole.slice(0, -1)} ${(lines[++at] ?? '').trim()}`
    if (whole.trim() === '') continue
    const [, name = '', rest = ''] = /^\s*(\S+)\s*(.*)$/.exec(whole) ?? []
    found.push({ name, rest: rest.trim(), line })
  }
  return found
}

/** What the file's surroundings are: how to see whether a path is in the build's context, and the oldest Node. */
type Surroundings = { readonly inContext: (path: string) => boolean; readonly oldestNode: number }

type Finding = string | false

/** What is wrong with a container file, each with its line. Knows the forms that ours uses, and refuses others. */
export function lintContainerfile(text: string, around: Surroundings): string[] {
  const stages: string[] = []
  const args = new Set<string>()
  const instructions = instructionsOf(text)
  const last = (name: string) => instructions.filter(one => one.name === name).at(-1)

  const judge = ({ name, rest }: Instruction): Finding[] => {
    if (!known.has(name)) return [`no instruction: ${name}`]
    if (name !== 'FROM' && name !== 'ARG' && stages.length === 0) return ['comes before the first FROM']
    switch (name) {
      case 'ADD':
        return ['COPY says what it does']
      case 'FROM':
        return judgeImage(rest)
      case 'ARG':
        args.add(rest.split('=')[0] ?? '')
        return []
      case 'COPY':
        return judgeCopy(rest)
      case 'RUN':
        return judgeRun(rest)
      case 'WORKDIR':
      case 'VOLUME':
        return [!rest.startsWith('/') && `${name} wants a whole path`]
      case 'CMD':
      case 'ENTRYPOINT':
        return [!isList(rest) && 'a shell between would keep SIGTERM to itself: write a JSON list']
      default:
        return []
    }
  }

  const judgeImage = (rest: string): Finding[] => {
    const [, image = '', , stage] = /^(\S+)(\s+AS\s+(\S+))?$/.exec(rest) ?? []
    stages.push(stage ?? String(stages.length))
    const [, node] = /\/node:(\d+)-\S+$/.exec(image) ?? []
    return [
      !/^[\w.-]+\.\w+\//.test(image) && 'name the registry of the image',
      node === undefined && 'the image is one of Node, with a version and a distribution',
      Number(node) < around.oldestNode && `older than Node ${around.oldestNode}`,
    ]
  }

  const judgeCopy = (rest: string): Finding[] => {
    const words = rest.split(/\s+/)
    const from = words.find(word => word.startsWith('--from='))?.slice('--from='.length)
    const sources = words.filter(word => !word.startsWith('--')).slice(0, -1)
    if (from !== undefined) return [!stages.slice(0, -1).includes(from) && `no stage before is named ${from}`]
    return sources.map(source => !around.inContext(source) && `${source} is not in the build's context`)
  }

  const judgeRun = (rest: string): Finding[] => [
    /apt-get install/.test(rest) &&
      !/--no-install-recommends/.test(rest) &&
      'apt-get installs more than it needs',
    /apt-get install/.test(rest) &&
      !/rm -rf \/var\/lib\/apt\/lists/.test(rest) &&
      'apt-get leaves its lists behind',
    /npm install/.test(rest) && 'npm ci installs what the lock file says',
    /\bsudo\b/.test(rest) && 'sudo has no place here',
    ...[...rest.matchAll(/"\$(\w+)"/g)].map(([, name = '']) => !args.has(name) && `no ARG ${name}`),
  ]

  const findings = instructions.flatMap(one =>
    judge(one).flatMap(finding => (finding ? [`${one.line}: ${finding}`] : [])),
  )
  const user = last('USER')
  const whole: Finding[] = [
    (!user || /^(root|0)\b/.test(user.rest)) && 'runs as root',
    user !== undefined && user.line < (last('FROM')?.line ?? 0) && 'the last stage names no USER',
    !last('CMD') && !last('ENTRYPOINT') && 'starts nothing',
    !last('HEALTHCHECK') && 'says not how to ask for its health',
  ]
  return [...findings, ...whole.filter(finding => typeof finding === 'string')]
}

function isList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text))
  } catch {
    return false
  }
}

/** The variables that a container file's last stage sets by ENV. */
export function environmentOf(text: string): Record<string, string> {
  const instructions = instructionsOf(text)
  const from = instructions.findLastIndex(one => one.name === 'FROM')
  const words = instructions.slice(from).flatMap(one => (one.name === 'ENV' ? one.rest.split(/\s+/) : []))
  return Object.fromEntries(words.map(word => word.split('=') as [string, string]))
}
