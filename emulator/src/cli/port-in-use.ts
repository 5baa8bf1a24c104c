import { get } from 'node:https'

const PROBE_TIMEOUT_MS = 2000

function textOverTls(port: number): Promise<string> {
  return new Promise(resolve => {
    // The certificate does not matter: nothing secret is sent, and only the response's text is used.
    const options = { host: '127.0.0.1', port, rejectUnauthorized: false, agent: false } as const
    const probe = get({ ...options, signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve(text)).on('error', () => resolve(''))
    })
    probe.on('error', () => resolve(''))
  })
}

async function textOverHttp(port: number): Promise<string> {
  const url = `http://127.0.0.1:${port}/__emulator/api/health`
  const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
  return answer.text()
}

function isHealth(text: string): boolean {
  try {
    return Object.hasOwn(JSON.parse(text), 'scenario')
  } catch {
    return false
  }
}

async function emulatorAt(port: number): Promise<string | null> {
  const [plain, secure] = await Promise.all([textOverHttp(port).catch(() => ''), textOverTls(port)])
  if (isHealth(plain)) return `the emulator at http://localhost:${port}`
  const [, server, owner] =
    /^This is the (forward proxy|HTTPS server|folder's server) of the LIFF emulator at (\S+)\. /.exec(
      plain || secure,
    ) ?? []
  return owner === undefined ? null : `the ${server} of the emulator at ${owner}`
}

export async function portInUse({ port }: { readonly port?: number }): Promise<string> {
  const emulator = port === undefined ? null : await emulatorAt(port)
  const by = emulator === null ? '' : ` by ${emulator}`
  const stop = emulator === null ? '' : ', or stop that emulator'
  return `The port ${port} is already in use${by}. Choose another with --port${stop}`
}
