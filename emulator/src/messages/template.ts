import * as v from 'valibot'
import { tapActionOf } from './action.ts'
import { content, INVALID } from './fields.ts'

const action = tapActionOf({ max: 20, required: true }, 'template')
const image = {
  imageAspectRatio: v.nullish(v.picklist(['rectangle', 'square'], INVALID)),
  imageSize: v.nullish(v.picklist(['cover', 'contain'], INVALID)),
}

/** Maximum length of the text next to an image or a title, in characters. */
const MAX_TEXT_BESIDE = 60

const card = <Entries extends v.ObjectEntries>(maxText: number, maxActions: number, more: Entries) =>
  v.pipe(
    content.object({
      ...more,
      thumbnailImageUrl: v.nullish(content.httpsUrl),
      imageBackgroundColor: v.nullish(v.pipe(v.string(INVALID), v.regex(/^#[0-9A-Fa-f]{6}$/, INVALID))),
      title: v.nullish(content.text(40)),
      text: content.text(maxText),
      defaultAction: v.nullish(tapActionOf({ max: 20, required: false }, 'template')),
      actions: content.list(action, 1, maxActions),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const { text, title, thumbnailImageUrl } = dataset.value as Record<string, string | null | undefined>
      const alone = (title ?? thumbnailImageUrl ?? null) === null
      if (alone || text === null || text === undefined || [...text].length <= MAX_TEXT_BESIDE) return
      const message = `must not be longer than ${MAX_TEXT_BESIDE} characters`
      const input = dataset.value
      addIssue({ message, path: [{ type: 'object', origin: 'value', input, key: 'text', value: text }] })
    }),
  )

type Column = {
  readonly thumbnailImageUrl?: unknown
  readonly title?: unknown
  readonly actions: readonly unknown[]
}

/** LINE requires the same number of actions in all columns, and an image or title in all columns or none. */
function isConsistent(columns: readonly Column[]): boolean {
  const form = ({ thumbnailImageUrl, title, actions }: Column) =>
    [(thumbnailImageUrl ?? null) === null, (title ?? null) === null, actions.length].join()
  return new Set(columns.map(form)).size <= 1
}

const carousel = v.pipe(
  content.object({
    type: v.literal('carousel'),
    ...image,
    columns: content.list(card(120, 3, {}), 1, 10),
  }),
  v.forward(
    v.check(
      ({ columns }) => isConsistent(columns),
      'The use of image, title and the number of actions should be consistent for all columns.',
    ),
    ['columns'],
  ),
)

export const template = v.variant(
  'type',
  [
    card(160, 4, { type: v.literal('buttons'), ...image }),
    content.object({
      type: v.literal('confirm'),
      text: content.text(240),
      actions: content.list(action, 2, 2),
    }),
    carousel,
    content.object({
      type: v.literal('image_carousel'),
      columns: content.list(
        content.object({
          imageUrl: content.httpsUrl,
          action: tapActionOf({ max: 12, required: false }, 'template'),
        }),
        1,
        10,
      ),
    }),
  ],
  content.refusal,
)
