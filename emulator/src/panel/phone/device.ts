/** `width` and `height` are those of the screen, in CSS pixels. */
export type Device = {
  readonly id: string
  readonly name: string
  readonly width: number
  readonly height: number
  readonly shape: 'hole' | 'island' | 'tablet'
}

export const devices: readonly Device[] = [
  { id: 'android', name: 'Android 360 × 760', width: 360, height: 760, shape: 'hole' },
  { id: 'android-large', name: 'Android 412 × 868', width: 412, height: 868, shape: 'hole' },
  { id: 'iphone', name: 'iPhone 390 × 800', width: 390, height: 800, shape: 'island' },
  { id: 'iphone-large', name: 'iPhone 430 × 884', width: 430, height: 884, shape: 'island' },
  { id: 'ipad', name: 'iPad 768 × 1024', width: 768, height: 1024, shape: 'tablet' },
  { id: 'pc', name: 'PC 1180 × 800', width: 1180, height: 800, shape: 'tablet' },
]

const DEFAULT_DEVICES: Readonly<Record<string, string>> = {
  android: 'android',
  ios: 'iphone',
  ipad: 'ipad',
  web: 'pc',
}

/** If `choice` is `auto`, returns the default device for the emulated operating system. */
export function deviceFor(choice: string, os: string): Device {
  const wanted = choice === 'auto' ? (DEFAULT_DEVICES[os] ?? 'android') : choice
  const device = devices.find(each => each.id === wanted) ?? devices[0]
  if (!device) throw new Error('The list of devices is empty')
  return device
}
