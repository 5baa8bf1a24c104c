type Arguments = Parameters<EventTarget['addEventListener']>

/** Records every new listener of the window and the document until `stop`, which removes them if `remove` is true. */
export function notePageListeners(): { stop(options: { remove: boolean }): void } {
  const targets: EventTarget[] = typeof document === 'undefined' ? [] : [window, document]
  const ends = targets.map(target => {
    const own = Object.getOwnPropertyDescriptor(target, 'addEventListener')
    const add = target.addEventListener
    const added: Arguments[] = []
    target.addEventListener = (...given: Arguments) => {
      added.push(given)
      Reflect.apply(add, target, given)
    }
    return ({ remove }: { remove: boolean }) => {
      if (own) Object.defineProperty(target, 'addEventListener', own)
      else Reflect.deleteProperty(target, 'addEventListener')
      if (remove) for (const given of added) target.removeEventListener(...given)
    }
  })
  return {
    stop(options) {
      for (const end of ends) end(options)
    },
  }
}
