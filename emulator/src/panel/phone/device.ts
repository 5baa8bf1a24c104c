/** A phone's screen in CSS pixels, and how it is drawn. */
export interface Device {
  readonly id: string
  readonly name: string
  readonly width: number
  readonly height: number
  readonly shape: 'hole' | 'island'
}

export const devices: readonly Device[] = [
  { id: 'android', name: 'Android 360 × 760', width: 360, height: 760, shape: 'hole' },
  { id: 'android-large', name: 'Android 412 × 868', width: 412, height: 868, shape: 'hole' },
  { id: 'iphone', name: 'iPhone 390 × 800', width: 390, height: 800, shape: 'island' },
  { id: 'iphone-large', name: 'iPhone 430 × 884', width: 430, height: 884, shape: 'island' },
]

/** The phone to draw: the one chosen, or the usual one of the emulated OS (`auto`). */
export function deviceFor(choice: string, os: string): Device {
  const wanted = choice === 'auto' ? (os === 'ios' || os === 'ipad' ? 'iphone' : 'android') : choice
  const device = devices.find(each => each.id === wanted) ?? devices[0]
  if (!device) throw new Error('no device is known')
  return device
}
