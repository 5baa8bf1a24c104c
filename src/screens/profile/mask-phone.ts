/** `0812345678` or `+66812345678` as `08x-xxx-5678`. */
export function maskPhone(phone: string): string {
  const local = phone.replace(/^\+66/, '0')
  return `${local.slice(0, 2)}x-xxx-${local.slice(-4)}`
}
