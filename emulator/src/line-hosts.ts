/** The emulator answers for these domains and all hosts under them. */
const LINE_DOMAINS = ['line.me', 'line-scdn.net', 'line-apps.com'] as const

/** True for LINE's domains and every host under them. */
export function isLineHost(host: string): boolean {
  return LINE_DOMAINS.some(domain => host === domain || host.endsWith(`.${domain}`))
}
