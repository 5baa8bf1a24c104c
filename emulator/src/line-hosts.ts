/** Domains whose hosts, including all subdomains, the emulator emulates. */
export const LINE_DOMAINS = [
  'line.me',
  'line-scdn.net',
  'line-apps.com',
  'lin.ee',
  'manager.line.biz',
] as const

/** Hosts of LINE whose API back ends call. */
export const BACK_END_HOSTS: readonly string[] = ['api.line.me', 'api-data.line.me']

/** True if the host is one of LINE's domains or a subdomain of one. */
export function isLineHost(host: string): boolean {
  return LINE_DOMAINS.some(domain => host === domain || host.endsWith(`.${domain}`))
}
