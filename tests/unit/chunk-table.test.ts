import { expect, test } from 'vitest'
import { type Chunk, scriptsOf, tableOf } from '../../build/chunk-table.ts'

/** Returns the built scripts `assets/<name>-HASH.js` with the given codes and styles. */
const scripts = (codes: Readonly<Record<string, string>>, styles: Readonly<Record<string, string>> = {}) => {
  const chunks = Object.entries(codes).map(
    ([name, code]) =>
      ({ name, code, fileName: `assets/${name}-HASH.js`, isEntry: false }) as unknown as Chunk,
  )
  const built = scriptsOf(
    chunks,
    () => '',
    ({ name }) => styles[name] ?? '',
  )
  return [...built.values()]
}

const hello = 'let a="hello";export{a as t};'
const reader = 'import{t as a}from"./text-HASH.js";const b=()=>a;export{b as default};'

test('a script takes its imports as parameters, and keeps its name if an imported script changes', () => {
  const [text, screen] = scripts({ text: hello, screen: reader })
  expect(screen?.code).toBe('export default(({t:a})=>{const b=()=>a;return{default:b}});\n')
  const [changed, same] = scripts({ text: hello.replace('hello', 'welcome'), screen: reader })
  expect(changed?.file).not.toBe(text?.file)
  expect(same?.file).toBe(screen?.file)
})

test('a lazy import becomes a call with the script’s name', () => {
  const lazy = 'const b=c(()=>import("./text-HASH.js"),__VITE_PRELOAD__);function c(){}'
  const screen = scripts({ text: hello, screen: lazy }).find(({ name }) => name === 'screen')
  expect(screen?.code).toContain('c(()=>loadChunk("text"),void 0)')
})

test('a script applies its styles before it runs, and a changed style changes its name', () => {
  const [plain] = scripts({ text: hello })
  const [styled] = scripts({ text: hello }, { text: '.a{content:"b"}' })
  expect(styled?.code).toMatch(/^export default\(\(\)=>\{loadChunk\.style\("\.a\{content:\\"b\\"\}"\);let a=/)
  expect(styled?.file).not.toBe(plain?.file)
})

test('the table lists each script after those that it imports', () => {
  const table = tableOf(scripts({ text: hello, screen: reader }))
  expect(table).toMatch(/^text-[\w-]{6} ,screen-[\w-]{6} 0$/)
})

test('passes on another script’s export', () => {
  const screen = scripts({ text: hello, screen: 'export{t as default}from"./text-HASH.js";' })[1]
  expect(screen?.code).toContain('return{default:exported_t}')
})

test.each([
  ['a circle', { a: 'import"./b-HASH.js";', b: 'import"./a-HASH.js";' }, 'circle'],
  [
    'an export that changes later',
    { text: 'let a=1;export{a as t};addEventListener("x",()=>{a=2});', screen: reader },
    'assigned',
  ],
  ['an unknown form of export', { a: 'export default 1' }, 'unknown form of export'],
  ['an unknown script', { a: 'import("./gone-HASH.js")' }, 'not a built script'],
  ['waiting at the top level', { a: 'await 1' }, 'a-HASH.js'],
])('refuses %s', (_, codes, message) =>
  expect(() => scripts(codes as unknown as Record<string, string>)).toThrow(message),
)

test('allows a function that replaces itself at its first call', () => {
  const text = 'var a=function(){return(a=Object.assign).apply(null,arguments)};export{a as t};'
  expect(scripts({ text, screen: reader })).toHaveLength(2)
})
