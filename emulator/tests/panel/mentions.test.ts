import { expect, test } from 'vitest'
import { matching, textMessage, typedMention, withMention } from '#emulator/panel/chat/mentions.ts'

const ann = { name: 'Ann', userId: 'U1' }
const annBell = { name: 'Ann Bell', userId: 'U2' }
const all = { name: 'All', userId: null }
const everyone = [ann, annBell, all]
const offered = (text: string, caret = text.length) =>
  matching(everyone, typedMention(text, caret)).map(({ name }) => name)

test('a name after an @ is offered until it is complete, with its spaces, and nothing else is', () => {
  expect(offered('@')).toEqual(['Ann', 'Ann Bell', 'All'])
  expect(offered('Hi @a')).toEqual(['Ann', 'Ann Bell', 'All'])
  expect(offered('Hi @Ann B')).toEqual(['Ann Bell'])
  expect(offered('@Ann, are you there', 4)).toEqual(['Ann', 'Ann Bell'])
  for (const text of ['', 'Hi', 'a@', 'me@al', '@Bob', '@Ann \n']) expect(offered(text)).toEqual([])
})

test('a picked name takes the place of what was typed, also in the middle of a text', () => {
  expect(withMention('Hi @an', 6, annBell)).toBe('Hi @Ann Bell ')
  expect(withMention('Hi @an, please', 6, ann)).toBe('Hi @Ann , please')
})

test('a message has the mentions that are still in its text, the longest name first', () => {
  expect(textMessage('@Ann Bell and @Ann, @All @Bob', everyone).mention?.mentionees).toEqual([
    { type: 'user', index: 0, length: 9, userId: 'U2' },
    { type: 'user', index: 14, length: 4, userId: 'U1' },
    { type: 'all', index: 20, length: 4 },
  ])
  expect(textMessage('@Ann Bell', [ann]).mention?.mentionees).toEqual([
    { type: 'user', index: 0, length: 4, userId: 'U1' },
  ])
  expect(textMessage('Ann', everyone)).toEqual({ type: 'text', text: 'Ann' })
  expect(textMessage('@Ann '.repeat(21), everyone).mention?.mentionees).toHaveLength(20)
  expect(textMessage('@@', [{ name: '@', userId: 'U3' }]).mention?.mentionees).toHaveLength(1)
})
