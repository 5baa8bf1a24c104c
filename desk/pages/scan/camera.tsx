import { Alert, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../texts/use-texts.tsx'
import { loadCodeReader } from './code-reader.ts'
import css from './scan.module.css'

type Props = {
  readonly found: (code: string) => void
  /** Called if the camera cannot be used. */
  readonly failed: () => void
}

/** Milliseconds between two looks at the camera's picture. */
const LOOK_MS = 120

/** Shows the camera's picture and reports each code in it, again and again while it is in view. */
export function Camera({ found, failed }: Props) {
  const { t } = useTexts()
  const video = useRef<HTMLVideoElement>(null)
  const report = useRef(found)
  report.current = found
  const onFailure = useRef(failed)
  onFailure.current = failed
  const [problem, setProblem] = useState<'denied' | 'missing' | null>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return
    const ending = new AbortController()
    void scan(element, ending.signal, code => report.current(code)).catch((error: unknown) => {
      const isDenied = error instanceof DOMException && error.name === 'NotAllowedError'
      if (ending.signal.aborted) return
      setProblem(isDenied ? 'denied' : 'missing')
      onFailure.current()
    })
    return () => ending.abort()
  }, [])
  return (
    <div className={css.camera}>
      <video ref={video} className={css.video} playsInline muted aria-label={t('scan.camera')} />
      {problem === null && <div className={css.frame} aria-hidden="true" />}
      {problem !== null && (
        <Alert color="orange" className={css.problem}>
          <Text size="sm">{t(`scan.camera.${problem}`)}</Text>
        </Alert>
      )}
    </div>
  )
}

async function scan(video: HTMLVideoElement, signal: AbortSignal, found: (code: string) => void) {
  const wanted = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }
  const [stream, read] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: wanted }),
    loadCodeReader(),
  ])
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
  while (!signal.aborted) {
    // A single picture may be unreadable, for example while the camera starts.
    const code = document.hidden ? null : await read(video).catch(() => null)
    if (code !== null && !signal.aborted) found(code)
    await new Promise(done => setTimeout(done, LOOK_MS))
  }
}
