export const LINE_DOMAINS = [
  'line.me',
  'line-scdn.net',
  'line-apps.com',
  'lin.ee',
  'manager.line.biz',
] as const

export const BACK_END_HOSTS: readonly string[] = ['api.line.me', 'api-data.line.me']

export function isLineHost(host: string): boolean {
  return LINE_DOMAINS.some(domain => host === domain || host.endsWith(`.${domain}`))
}
