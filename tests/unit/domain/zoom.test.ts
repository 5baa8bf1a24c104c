import { expect, test } from 'vitest'
import { MAX_SCALE, movedBy, WHOLE, zoomedBy } from '#src/domain/zoom.ts'

const area = { width: 300, height: 400 }
const centre = { x: 0, y: 0 }

test('the part of the picture between the fingers stays there', () => {
  const around = { x: 60, y: -80 }
  const zoom = zoomedBy(WHOLE, 2, around, area)
  // On the screen, a point of the picture is at its own position times the scale, plus the offset.
  expect({ x: around.x * zoom.scale + zoom.x, y: around.y * zoom.scale + zoom.y }).toEqual(around)
  const more = zoomedBy(zoom, 1.5, around, area)
  expect(more.scale).toBe(3)
  expect({ x: around.x * more.scale + more.x, y: around.y * more.scale + more.y }).toEqual(around)
})

test('is never smaller than the area or larger than the limit', () => {
  expect(zoomedBy(WHOLE, 0.2, { x: 40, y: 40 }, area)).toEqual(WHOLE)
  expect(zoomedBy(WHOLE, 100, centre, area).scale).toBe(MAX_SCALE)
})

test('cannot be dragged out of the area', () => {
  expect(movedBy(WHOLE, { x: 50, y: 50 }, area)).toEqual(WHOLE)
  const zoom = zoomedBy(WHOLE, 2, centre, area)
  expect(movedBy(zoom, { x: 999, y: -999 }, area)).toEqual({ scale: 2, x: 150, y: -200 })
})

test('returns to the middle when it is made smaller again', () => {
  const zoom = movedBy(zoomedBy(WHOLE, 3, centre, area), { x: 300, y: 400 }, area)
  expect(zoomedBy(zoom, 1 / 3, centre, area)).toEqual(WHOLE)
})
