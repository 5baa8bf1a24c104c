import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { classNames } from './class-names.ts'
import css from './progress-line.module.css'

/** A line that is animated once on each route change. It is green in the light theme (spec S9). */
export function ProgressLine() {
  const [path] = useLocation()
  const first = useRef(path)
  const [runs, setRuns] = useState(0)
  useEffect(() => {
    if (first.current === path) return
    first.current = path
    setRuns(count => count + 1)
  }, [path])
  return runs === 0 ? null : <div key={runs} className={css.line} aria-hidden="true" />
}

export function ProgressWait() {
  return <div className={classNames(css.line, css.wait)} aria-hidden="true" />
}
