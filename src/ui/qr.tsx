import { generate } from 'lean-qr/nano'
import { useMemo } from 'react'
import css from './qr.module.css'

/** The code is dark on white in both themes, because some scanners cannot read inverted codes. */
export function Qr({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const code = generate(text)
    let path = ''
    for (let y = 0; y < code.size; y++)
      for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`
    return { size: code.size, path }
  }, [text])
  return (
    <svg
      className={css.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
