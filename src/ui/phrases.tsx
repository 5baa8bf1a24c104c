import { Fragment, jsxs } from 'react/jsx-runtime'
import css from './phrases.module.css'

/**
 * Breaks text between phrases. Thai has spaces only between phrases, and browsers also break inside them, for example
 * between the two words of "ปิดรับ".
 */
export function Phrases({ text }: { readonly text: string }) {
  if (!/[ก-ฮ]/.test(text)) return text
  // A number stays with the word that it counts.
  const phrases = text.match(/(?:\d[\d,.]* )?[^ ]+/g) ?? []
  const parts = phrases.map((phrase, index) => (
    <>
      {index > 0 && ' '}
      <span className={css.phrase}>{phrase}</span>
    </>
  ))
  // The phrases need no keys, because their order is fixed. A phrase can occur twice.
  return jsxs(Fragment, { children: parts })
}
