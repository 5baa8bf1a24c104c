// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Photo, PhotoReply } from '#src/ports.ts'
import { PhotoInput } from '#src/ui/photo-input.tsx'
import { act } from '#tests/kit/act.ts'
import { somePhoto } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const photo = (digit: string): Photo => ({ ...somePhoto, sha256: digit.repeat(64) })
const DRAFT_ID = '01938000-0000-7000-8000-0000000000f1'
const chosen = (name: string) => new File([name], `${name}.jpg`, { type: 'image/jpeg' })

function Form({ start, tell }: { start: readonly Photo[]; tell: (photos: readonly Photo[]) => void }) {
  const [photos, setPhotos] = useState(start)
  tell(photos)
  return <PhotoInput photos={photos} kept={[]} draftId={DRAFT_ID} onChange={setPhotos} />
}

async function withPhotos(start: readonly Photo[]) {
  const waiting: ((reply: PhotoReply) => void)[] = []
  let shown = start
  const tell = (photos: readonly Photo[]) => {
    shown = photos
  }
  const screen = await show(<Form start={start} tell={tell} />)
  Object.assign(screen.app.photos, { prepare: () => new Promise(resolve => waiting.push(resolve)) })
  const [camera] = screen.container.querySelectorAll<HTMLInputElement>('input[type="file"]')
  return {
    screen,
    photos: () => shown.map(({ sha256 }) => sha256.slice(0, 1)),
    take: (file: File) =>
      act(async () => {
        Object.defineProperty(camera, 'files', { value: [file], configurable: true })
        camera?.dispatchEvent(new Event('change', { bubbles: true }))
      }),
    ready: (nth: number, made: Photo) => act(async () => waiting[nth]?.({ ok: true, photo: made })),
  }
}

test('keeps a photo removed while another one is being rotated', async () => {
  const form = await withPhotos([photo('a'), photo('b')])
  await form.screen.press('หมุนรูปที่ 1')
  await form.screen.press('ลบรูปที่ 2')
  await form.ready(0, photo('c'))
  expect(form.photos()).toEqual(['c'])
})

test('keeps two photos taken in quick succession in either order of completion', async () => {
  const form = await withPhotos([])
  await form.take(chosen('first'))
  await form.take(chosen('second'))
  await form.ready(1, photo('d'))
  await form.ready(0, photo('e'))
  expect(form.photos()).toEqual(['d', 'e'])
})
