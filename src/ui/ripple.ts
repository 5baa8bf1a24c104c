import type { PointerEvent } from 'react'
import { RIPPLE_MS } from '#contract/limits.ts'
import css from './button.module.css'

/** The circle spreads for 400 ms (spec S9). It is hidden if the user prefers reduced motion. */
export function ripple(event: PointerEvent<HTMLElement>): void {
  const target = event.currentTarget
  const box = target.getBoundingClientRect()
  const reach = 2 * Math.hypot(box.width, box.height)
  const wave = document.createElement('span')
  wave.className = css.wave ?? ''
  wave.style.width = wave.style.height = `${reach}px`
  wave.style.left = `${event.clientX - box.left - reach / 2}px`
  wave.style.top = `${event.clientY - box.top - reach / 2}px`
  target.append(wave)
  setTimeout(() => wave.remove(), RIPPLE_MS)
}
