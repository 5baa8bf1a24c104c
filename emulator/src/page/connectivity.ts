let offline = false
let installed = false

export function setOffline(next: boolean): void {
  if (next && !installed) install()
  if (next === offline) return
  offline = next
  window.dispatchEvent(new Event(offline ? 'offline' : 'online'))
}

function install(): void {
  installed = true
  const { prototype } = Navigator
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'onLine')
  const get = descriptor?.get
  if (!descriptor || !get) return
  Object.defineProperty(prototype, 'onLine', {
    ...descriptor,
    get(this: Navigator) {
      return !offline && (get.call(this) as boolean)
    },
  })
}
