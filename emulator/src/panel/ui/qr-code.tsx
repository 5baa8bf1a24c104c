import { generate } from 'lean-qr'
import { useEffect, useRef } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import styles from './qr-code.module.css'

/** Black on white in both themes, because some cameras cannot read an inverted code. */
export function QrCode({ text }: { text: string }) {
  const { frame } = useTexts()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current)
      generate(text).toCanvas(canvas.current, {
        on: [0, 0, 0, 255],
        off: [255, 255, 255, 255],
        padX: 2,
        padY: 2,
      })
  }, [text])
  return <canvas ref={canvas} className={styles.code} role="img" aria-label={frame.qrCode(text)} />
}
