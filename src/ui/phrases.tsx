import { Fragment, jsxs } from 'react/jsx-runtime'
import css from './phrases.module.css'

/**
 * Allows line breaks only between phrases. Thai has spaces only between phrases, but browsers also break lines inside a
 * phrase, for example between the two words of "ปิดรับ".
 */
export function Phrases({ text }: { readonly text: string }) {
  if (!/[ก-ฮ]/.test(text)) return text
  // Keep a number together with the word after it.
  const phrases = text.match(/(?:\d[\d,.]* )?[^ ]+/g) ?? []
  const parts = phrases.map((phrase, index) => (
    <>
      {index > 0 && ' '}
      <span className={css.phrase}>{phrase}</span>
    </>
  ))
  // Phrases need no keys, because their order is fixed. They could not be keys, because a phrase can occur twice.
  return jsxs(Fragment, { children: parts })
}
