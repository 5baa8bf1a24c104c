/** Both `0812345678` and `+66812345678` become `08x-xxx-5678`. */
export function maskPhone(phone: string): string {
  const local = phone.replace(/^\+66/, '0')
  return `${local.slice(0, 2)}x-xxx-${local.slice(-4)}`
}
