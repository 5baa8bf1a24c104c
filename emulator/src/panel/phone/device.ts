/** A phone's screen in CSS pixels, and how it is drawn. */
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

const USUAL: Readonly<Record<string, string>> = { android: 'android', ios: 'iphone', ipad: 'ipad', web: 'pc' }

/** The phone to draw: the one chosen, or the usual one of the emulated OS (`auto`). */
export function deviceFor(choice: string, os: string): Device {
  const wanted = choice === 'auto' ? (USUAL[os] ?? 'android') : choice
  const device = devices.find(each => each.id === wanted) ?? devices[0]
  if (!device) throw new Error('no device is known')
  return device
}
