import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { rewriteLineElements } from '#emulator/line-html.ts'
import { LOCATION_FUNCTION, rewriteNavigations } from '#emulator/line-navigation.ts'

type Move = readonly [how: string, url: string]

/** Runs a script whose navigations go through the shim's function. Returns these navigations. */
function movesOf(code: string): Move[] {
  const moves: Move[] = []
  const location = { href: 'http://localhost/', replace: () => moves.push(['escaped', '']) }
  const wrapped = {
    set href(url: string) {
      moves.push(['href', url])
    },
    assign: (url: string) => moves.push(['assign', url]),
    replace: (url: string) => moves.push(['replace', url]),
  }
  const page: Record<string, unknown> = {
    location,
    [LOCATION_FUNCTION]: (given: unknown) => (given === location ? wrapped : given),
  }
  page.window = page
  page.document = page
  runInNewContext(rewriteNavigations(code), page)
  return moves
}

test.each<readonly [string, Move]>([
  ['location.href="liff://close"', ['href', 'liff://close']],
  ['window . location\n  .href = "a"', ['href', 'a']],
  ['document.location.replace("a")', ['replace', 'a']],
  ['window.location.assign("a")', ['assign', 'a']],
  ['window.location = "a"', ['href', 'a']],
  ['let x = 1\nlocation.href = "a"', ['href', 'a']],
  ['if(1)location.replace("a")', ['replace', 'a']],
  ['const { location: l } = window; { const location = l; location.href = "a" }', ['href', 'a']],
])('%s goes through the shim', (code, move) => expect(movesOf(code)).toEqual([move]))

test.each([
  'const location = "a/b"; if (location.replace("/", "-") !== "a-b") throw 1',
  'const x = { location: { href: 1 } }; x.location.href = 2; if (x.location.href !== 2) throw 1',
  'const x = {}; x.location = 5; if (x.location !== 5) throw 1',
  'if (location.href === "x" || location.href == "x") throw 1',
  'const f = (location = 3) => location; if (f() !== 3) throw 1',
  'class A { location = 3 }; if (new A().location !== 3) throw 1',
  'const { href } = location; if (!href.startsWith("http")) throw 1',
])('%s keeps its meaning', code => expect(movesOf(code)).toEqual([]))

test('a rewritten script also runs without the shim, as in a worker', () => {
  const location = { href: 'a' }
  runInNewContext(rewriteNavigations('location.href = "b"'), { location, Object })
  expect(location.href).toBe('b')
})

test('rewriting a script a second time changes nothing', () => {
  const once = rewriteNavigations('window.location = a; location.replace(b); x.location.href = c')
  expect(rewriteNavigations(once)).toBe(once)
})

test.each([
  '<script>location.href = x</script>',
  '<script type="module">location.href = x</script>',
  '<button onclick="location.href = x">',
  '<a href="javascript:location.href = x">',
])('%s goes through the shim', html => expect(rewriteLineElements(html)).toContain(LOCATION_FUNCTION))

test.each([
  '<script type="application/json">"location.href = x"</script>',
  '<script type="text/template">location.href = x</script>',
  '<p title="location.href = x">location.href = x</p>',
])('%s stays unchanged', html => expect(rewriteLineElements(html)).toBe(html))

test('a page that refreshes itself to LINE stays in the emulated LINE', () => {
  const html = '<meta http-equiv="refresh" content="0; url=https://liff.line.me/1-a">'
  expect(rewriteLineElements(html)).toBe(
    '<meta http-equiv="refresh" content="0; url=/__line/liff.line.me/1-a">',
  )
})
