import { createModel, signal } from '@preact/signals-core'
import { TOAST_LIFETIME_MS } from '#contract/limits.ts'
import type { Ports } from '#src/ports.ts'
import type { Severity, Toast, ToastsModel } from '#src/state/types.ts'

type Timer = { readonly cancel: () => void; readonly since: number; readonly left: number }

/** Each toast closes after spec S4's 3000 ms, counted from the first `resume`. */
export const Toasts = createModel((ports: Pick<Ports, 'clock' | 'ids'>): ToastsModel => {
  const list = signal<readonly Toast[]>([])
  const timers = new Map<string, Timer>()

  function close(id: string) {
    timers.get(id)?.cancel()
    timers.delete(id)
    list.value = list.value.filter(toast => toast.id !== id)
  }

  function run(id: string, left: number) {
    timers.set(id, { cancel: ports.clock.after(left, () => close(id)), since: ports.clock.now(), left })
  }

  return {
    list,
    close,
    show(severity: Severity, text: string) {
      const id = ports.ids.uuid()
      // Close older toasts with the same text, which a screen reader would read twice.
      for (const same of list.value.filter(toast => toast.text === text)) close(same.id)
      list.value = [...list.value, { id, severity, text }]
      timers.set(id, { cancel: () => {}, since: Number.NaN, left: TOAST_LIFETIME_MS })
    },
    pause(id) {
      const timer = timers.get(id)
      if (timer === undefined || Number.isNaN(timer.since)) return
      timer.cancel()
      const spent = Math.max(0, ports.clock.now() - timer.since)
      timers.set(id, { cancel: () => {}, since: Number.NaN, left: Math.max(0, timer.left - spent) })
    },
    resume(id) {
      const timer = timers.get(id)
      if (timer !== undefined && Number.isNaN(timer.since)) run(id, timer.left)
    },
  }
})
