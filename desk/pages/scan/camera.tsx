import { Alert, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../texts/use-texts.tsx'
import { loadCodeReader, type ReadCode } from './code-reader.ts'
import css from './scan.module.css'

/** `loading` until both the camera and the code reader work. */
export type CameraState = 'loading' | 'ready' | 'denied' | 'missing'

type Props = {
  readonly state: CameraState
  readonly setState: (state: CameraState) => void
  readonly found: (code: string) => void
}

/** Milliseconds between two scans of the camera's picture. */
const LOOK_MS = 120
/** Milliseconds between attempts to load the code reader. */
const RETRY_MS = 2000

/** Shows the camera's picture and reports each code in it, repeatedly while the code is in view. */
export function Camera({ state, setState, found }: Props) {
  const { t } = useTexts()
  const video = useRef<HTMLVideoElement>(null)
  const report = useRef(found)
  report.current = found
  useEffect(() => {
    const element = video.current
    if (!element) return
    const ending = new AbortController()
    const tell = (next: CameraState) => {
      if (!ending.signal.aborted) setState(next)
    }
    tell('loading')
    const ready = () => tell('ready')
    void scan(element, ending.signal, ready, code => report.current(code)).catch((error: unknown) => {
      const isDenied = error instanceof DOMException && error.name === 'NotAllowedError'
      tell(isDenied ? 'denied' : 'missing')
    })
    return () => ending.abort()
  }, [setState])
  return (
    <div className={css.camera}>
      <video ref={video} className={css.video} playsInline muted aria-label={t('scan.camera')} />
      {state === 'ready' ? (
        <div className={css.frame} aria-hidden="true" />
      ) : (
        <Alert color={state === 'loading' ? 'gray' : 'orange'} className={css.problem}>
          <Text size="sm">{t(`scan.camera.${state}`)}</Text>
        </Alert>
      )}
    </div>
  )
}

async function scan(
  video: HTMLVideoElement,
  signal: AbortSignal,
  ready: () => void,
  found: (code: string) => void,
) {
  const wanted = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }
  const reading = codeReader(signal)
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
  const read = await reading
  ready()
  while (!signal.aborted) {
    // A single picture may be unreadable, for example while the camera starts.
    const code = document.hidden ? null : await read?.(video).catch(() => null)
    if (code && !signal.aborted) found(code)
    await pause(LOOK_MS)
  }
}

/** Loads the code reader, with retries. Returns null if the person leaves the page first. */
async function codeReader(signal: AbortSignal): Promise<ReadCode | null> {
  while (!signal.aborted) {
    const read = await loadCodeReader().catch(() => null)
    if (read) return read
    await pause(RETRY_MS)
  }
  return null
}

const pause = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms))
