import { expect, test } from 'vitest'
import { checkMessages } from '#emulator/messages/check.ts'

const text = { type: 'text', text: 'x' }
const flex = (contents: unknown) => ({ type: 'flex', altText: 'a', contents })
const box = (...contents: unknown[]) => ({ type: 'box', layout: 'vertical', contents })
const bubble = (...contents: unknown[]) => ({ type: 'bubble', body: box(...contents) })

function problemOf(...messages: unknown[]) {
  const checked = checkMessages(messages, 'sendMessages')
  if (checked.ok) throw new Error('the messages are valid')
  return checked.problem
}

test('reports every error of the message objects, with its path', () =>
  expect(problemOf(text, { type: 'text', text: '' }, { type: 'image', previewImageUrl: 'http://x' })).toEqual(
    {
      message: 'The request body has 3 error(s)',
      details: [
        { message: 'May not be empty', property: 'messages[1].text' },
        { message: 'May not be empty', property: 'messages[2].originalContentUrl' },
        { message: 'Must be a valid HTTPS URL', property: 'messages[2].previewImageUrl' },
      ],
    },
  ))

test('reports the errors inside a message only if all message objects are valid, and only of the first', () => {
  const wrong = flex(bubble({ type: 'text', text: '' }, { type: 'spacer' }))
  expect(problemOf(wrong, { type: 'text', text: '' }).details).toEqual([
    { message: 'May not be empty', property: 'messages[1].text' },
  ])
  expect(problemOf(text, wrong, wrong)).toEqual({
    message: 'A message (messages[1])\u00a0in the request body is invalid',
    details: [
      { message: 'must be non-empty text', property: '/body/contents/0/text' },
      { message: 'invalid property', property: '/body/contents/1' },
    ],
  })
})

test.each([[[]], [Array(6).fill(text)], [undefined], ['x'], [{ 0: text, length: 1 }]])(
  'refuses %j, which is not a list of 1 to 5 messages',
  value =>
    expect(checkMessages(value, 'sendMessages')).toMatchObject({
      problem: { details: [{ property: 'messages' }] },
    }),
)

test.each([null, 1, 'text', [], [text], {}, { type: null }, { type: 'constructor' }, { type: 'toString' }])(
  'refuses the message %j because of its type',
  message =>
    expect(problemOf(message).details).toMatchObject([{ property: expect.stringMatching(/^messages\[0\]/) }]),
)

test.each([
  ['a component', bubble({ type: 'constructor' }), '/body/contents/0'],
  ['a component that is null', bubble(null), '/body/contents/0'],
  ['a box', { type: 'bubble', body: { type: 'box', layout: 'constructor', contents: [] } }, '/body/layout'],
  ['a container', { type: 'constructor' }, '/type'],
  ['a list as container', [], '/type'],
])('refuses %s of an unknown type', (_, contents, property) =>
  expect(problemOf(flex(contents)).details).toMatchObject([{ property }]),
)

/** Returns nested boxes, `depth` levels deep. */
function nested(depth: number, outside: object): unknown {
  let inner: unknown = { ...outside, contents: [] }
  for (let level = 1; level < depth; level++) inner = { ...outside, contents: [inner] }
  return inner
}

test.each([
  ['a bubble', 30, (inner: unknown) => ({ type: 'bubble', body: inner }), '/'],
  [
    'a bubble of a carousel',
    30,
    (inner: unknown) => ({ type: 'carousel', contents: [{ body: inner }] }),
    '/contents/0',
  ],
  ['a container of an unknown type', 50, (inner: unknown) => ({ type: 'x', body: inner }), '/'],
])('refuses %s over %i KB without descending into it', (_, limit, container, property) => {
  const message = `Too large flex message. The maximum size of JSON data is ${limit} KB`
  const depths = property === '/contents/0' ? [400] : [600, 100_000]
  for (const depth of depths)
    expect(
      problemOf(flex(container(nested(depth, { type: 'box', layout: 'vertical', note: 'x'.repeat(40) })))),
    ).toMatchObject({ details: [{ message, property }] })
})

test('checks boxes that are nested as deeply as the maximum size allows', () => {
  expect(
    checkMessages([flex(bubble(nested(500, { type: 'box', layout: 'vertical' })))], 'sendMessages').ok,
  ).toBe(true)
  const deepest = flex({ type: 'bubble', body: nested(980, { type: 'box' }) })
  expect(problemOf(deepest).details).toHaveLength(980)
})

test('a sticker can be sent, but not shared', () => {
  const sticker = [{ type: 'sticker', packageId: '446', stickerId: '1988' }]
  expect(checkMessages(sticker, 'sendMessages').ok).toBe(true)
  expect(checkMessages(sticker, 'shareTargetPicker')).toMatchObject({
    problem: {
      details: [
        {
          message:
            'Must be one of the following values: [text, image, video, audio, location, template, flex]',
          property: 'messages[0].type',
        },
      ],
    },
  })
})
