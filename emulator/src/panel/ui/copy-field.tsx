import { useEffect, useState } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import { Button } from './button.tsx'
import styles from './copy-field.module.css'

export function CopyField({ label, text }: { label: string; text: string }) {
  const { frame } = useTexts()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await navigator.clipboard?.writeText(text)
    setCopied(true)
  }
  return (
    <div className={styles.field}>
      <input readOnly aria-label={label} value={text} onFocus={event => event.target.select()} />
      <Button
        look="quiet"
        icon={copied ? 'check' : 'copy'}
        aria-label={copied ? frame.copied : frame.copy(label)}
        onClick={copy}
      />
    </div>
  )
}
