import { type PointerEvent, useRef, useState } from 'react'
import { movedBy, type Point, WHOLE, type Zoom, zoomedBy } from '#src/domain/zoom.ts'

const DOUBLE_TAP_SCALE = 2.5
/** Two taps within this time (milliseconds) and distance (CSS pixels) are treated as a double tap. */
const DOUBLE_TAP = { ms: 300, px: 30 }
/** A shorter movement is a tap; a horizontal movement longer than `SWIPE_PX` is a swipe. Both are in CSS pixels. */
const TAP_PX = 8
const SWIPE_PX = 48

const between = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** While the picture is not zoomed, `onSwipe` is called with 1 for a swipe to the left and -1 to the right. */
export function useZoom(onSwipe: (step: 1 | -1) => void) {
  const [zoom, setZoom] = useState<Zoom>(WHOLE)
  const area = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, Point>())
  const began = useRef<Point | null>(null)
  const lastTap = useRef<(Point & { readonly at: number }) | null>(null)

  const size = () => ({
    width: area.current?.clientWidth ?? 0,
    height: area.current?.clientHeight ?? 0,
  })
  function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = area.current?.getBoundingClientRect()
    return { x: clientX - (box?.x ?? 0) - size().width / 2, y: clientY - (box?.y ?? 0) - size().height / 2 }
  }
  const by = (factor: number, around: Point = { x: 0, y: 0 }) =>
    setZoom(before => zoomedBy(before, factor, around, size()))
  const move = (distance: Point) => setZoom(before => movedBy(before, distance, size()))

  function onPointerDown(event: PointerEvent) {
    event.currentTarget.setPointerCapture?.(event.pointerId)
    const point = pointOf(event)
    pointers.current.set(event.pointerId, point)
    began.current = pointers.current.size === 1 ? point : null
  }

  function onPointerMove(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId)
    if (before === undefined) return
    const now = pointOf(event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (other === undefined) return move({ x: now.x - before.x, y: now.y - before.y })
    const [from, to] = [middle(before, other), middle(now, other)]
    by(between(now, other) / Math.max(1, between(before, other)), from)
    move({ x: to.x - from.x, y: to.y - from.y })
  }

  function onPointerUp(event: PointerEvent) {
    const start = began.current
    const wasDown = pointers.current.delete(event.pointerId)
    if (!wasDown || start === null || pointers.current.size > 0) return
    began.current = null
    const end = pointOf(event)
    const aside = end.x - start.x
    if (between(start, end) < TAP_PX) return tapped(end, event.timeStamp)
    const isSwipe = Math.abs(aside) > SWIPE_PX && Math.abs(aside) > Math.abs(end.y - start.y) * 1.5
    if (isSwipe && zoom.scale === 1) onSwipe(aside < 0 ? 1 : -1)
  }

  function tapped(point: Point, at: number) {
    const last = lastTap.current
    const isDouble = last !== null && at - last.at < DOUBLE_TAP.ms && between(last, point) < DOUBLE_TAP.px
    lastTap.current = isDouble ? null : { ...point, at }
    if (isDouble) setZoom(zoom.scale > 1 ? WHOLE : zoomedBy(WHOLE, DOUBLE_TAP_SCALE, point, size()))
  }

  function onPointerCancel(event: PointerEvent) {
    pointers.current.delete(event.pointerId)
    began.current = null
  }

  return {
    zoom,
    by,
    move,
    reset: () => setZoom(WHOLE),
    area: {
      ref: area,
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel,
      onWheel: (event: { deltaY: number; clientX: number; clientY: number }) =>
        by(event.deltaY < 0 ? 1.2 : 1 / 1.2, pointOf(event)),
    },
  }
}
