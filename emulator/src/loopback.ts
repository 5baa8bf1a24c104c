/** Sockets need IPv6 addresses without brackets. */
export const socketHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** True if the host name always resolves to this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}
