/** What the shim asks and tells. */
export type ControlName = 'bridge' | 'scheme' | 'layer-closed' | 'unknown-app'

/** Sends one question of the shim to the emulator's control API and gives its answer. */
export function createControlClient(emulatorPrefix: string) {
  // Taken before the shim wraps fetch, and before the app may replace it.
  const send = window.fetch.bind(window)
  return async function ask<Reply>(name: ControlName, body: unknown): Promise<Reply> {
    const response = await send(`${emulatorPrefix}api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      keepalive: true,
    })
    if (!response.ok) throw new Error(`the emulator answered ${response.status} to ${name}`)
    return (response.status === 204 ? undefined : await response.json()) as Reply
  }
}
