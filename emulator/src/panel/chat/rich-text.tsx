import type { ReactNode } from 'react'
import { type Fields, fieldsOf } from '../../fields.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import { useChatTools } from './chat-context.ts'
import { drawEach } from './draw-each.ts'
import { listOf, numberOf, textOf } from './fields.ts'
import styles from './message.module.css'

/** A URL without the punctuation that follows it. */
const ADDRESS = /(https?:\/\/[^\s<>"'「」]*[^\s<>"'「」.,:;!?)\]])/

/** Turns URLs into links that behave like a URI action. */
function Linked({ text }: { readonly text: string }) {
  const { tap } = useChatTools()
  return drawEach(text.split(ADDRESS), (part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a
        href={part}
        rel="noopener noreferrer"
        onClick={event => {
          event.preventDefault()
          tap({ type: 'uri', label: '', uri: part, desktop: '' })
        }}
      >
        {part}
      </a>
    ),
  )
}

/** A placeholder, because only the real LINE has its emojis' images. */
function Emoji({ emoji }: { readonly emoji: Fields }) {
  const { chat } = useTexts()
  const name = chat.emoji(`${textOf(emoji.productId)}/${textOf(emoji.emojiId)}`)
  return (
    <span role="img" className={styles.emoji} aria-label={name} title={name}>
      <Icon name="smile" size={18} />
    </span>
  )
}

function Mention({ mentionee }: { readonly mentionee: Fields }) {
  const { chat } = useTexts()
  const { nameOf } = useChatTools()
  const userId = textOf(mentionee.userId)
  const name = mentionee.type === 'all' ? chat.everyone : nameOf(userId) || userId
  return <b className={styles.mention}>@{name}</b>
}

/** A formatted part of a text: `length` UTF-16 code units, starting at `index`. */
type Piece = { readonly index: number; readonly length: number; readonly node: ReactNode }

/** In the text, a `$` marks the position of each emoji. */
function emojiPieces({ emojis }: Fields, text: string): readonly Piece[] {
  return listOf(emojis).flatMap(emoji => {
    const index = numberOf(emoji.index)
    return index !== undefined && text[index] === '$'
      ? [{ index, length: 1, node: <Emoji key={`e${index}`} emoji={emoji} /> }]
      : []
  })
}

function mentionPieces({ mention }: Fields, text: string): readonly Piece[] {
  return listOf(fieldsOf(mention).mentionees).flatMap(mentionee => {
    const [index = -1, length = 0] = [numberOf(mentionee.index), numberOf(mentionee.length)]
    if (index < 0 || length < 1) return []
    const name = text.slice(index, index + length)
    return [
      {
        index,
        length,
        node: (
          <b key={`m${index}`} className={styles.mention}>
            {name}
          </b>
        ),
      },
    ]
  })
}

export function TextWithEmojis({ message }: { readonly message: Fields }) {
  const text = textOf(message.text)
  const pieces = [...emojiPieces(message, text), ...mentionPieces(message, text)].sort(
    (a, b) => a.index - b.index,
  )
  const parts: ReactNode[] = []
  let from = 0
  for (const { index, length, node } of pieces) {
    if (index < from) continue
    parts.push(<Linked key={`t${index}`} text={text.slice(from, index)} />)
    parts.push(node)
    from = index + length
  }
  parts.push(<Linked key="rest" text={text.slice(from)} />)
  return parts
}

/** Content of a `textV2` message: `{name}` is a substitution; `{{` and `}}` are literal braces. */
export function TextWithSubstitutions({ message }: { readonly message: Fields }) {
  const substitution = fieldsOf(message.substitution)
  const parts = textOf(message.text).split(/(\{\{|\}\}|\{[0-9A-Za-z_]{1,20}\})/)
  return drawEach(parts, (part, at) => {
    const name = part.slice(1, -1)
    const known = at % 2 === 1 && Object.hasOwn(substitution, name) ? fieldsOf(substitution[name]) : {}
    if (known.type === 'emoji') return <Emoji emoji={known} />
    if (known.type === 'mention') return <Mention mentionee={fieldsOf(known.mentionee)} />
    return part === '{{' || part === '}}' ? part.slice(1) : <Linked text={part} />
  })
}
