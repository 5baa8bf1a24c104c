import { expect, test } from 'vitest'
import { rewriteCss, rewriteSrcset } from '#emulator/line-css.ts'
import { rewriteLineElements } from '#emulator/line-html.ts'

const LINE = 'https://obs.line-scdn.net/a.png'
const LOCAL = '/__line/obs.line-scdn.net/a.png'

test.each([
  ['<a href="@">', 'a link'],
  ['<form action="@">', 'a form'],
  ['<meta property="og:image" content="@">', 'metadata'],
  ['<p data-src="@" title="@">', 'data of the app'],
  ['<script>const picture = "<img src=\'@\'>"</script>', 'the text of a script'],
  ['<!-- <img src="@"> -->', 'a comment'],
  ['<p>@</p>', 'text'],
  ['<style>a[href^="@"] { color: red }</style>', 'a selector'],
  ['<p style="--text: \'@\'">', 'a text in a style'],
])('%s stays unchanged, because it is %s', html => {
  const text = html.replaceAll('@', LINE)
  expect(rewriteLineElements(text)).toBe(text)
})

test('other hosts stay unchanged, also those with a name of LINE in theirs', () => {
  for (const host of ['example.com', 'line-scdn.net.example.com', 'notline.me', 'offline.me']) {
    const html = `<img src="https://${host}/a.png" style="background: url(https://${host}/b.png)">`
    expect(rewriteLineElements(html)).toBe(html)
  }
})

test.each([
  `<IMG class='a>b' SRC='@'>`,
  `<img\n  alt="x"\n  src = @ >`,
  `<iframe srcdoc="&lt;img src=&quot;@&quot;&gt;"></iframe>`,
  `<template><img src="@"></template>`,
  `<script>const x = 1</script><img src="@"><script src="/app.js"></script>`,
  `<style media="all">p { background: url(@), url('@') }</style>`,
  `<link rel="stylesheet" href="@">`,
  `<iframe src="@"></iframe>`,
  `<script src="@"></script>`,
  `<img alt="x"src="@">`,
  `<img/src=@ >`,
])('%s loads from the emulator', html => {
  expect(rewriteLineElements(html.replaceAll('@', LINE))).toBe(html.replaceAll('@', LOCAL))
  expect(rewriteLineElements(html.replaceAll('@', LINE.replace('https:', '')))).toBe(
    html.replaceAll('@', LOCAL),
  )
})

test('every picture of an image set or a srcset loads from the emulator', () => {
  expect(rewriteCss(`p { background: image-set("${LINE}" 1x, url(${LINE}) 2x) }`)).toBe(
    `p { background: image-set("${LOCAL}" 1x, url(${LOCAL}) 2x) }`,
  )
  expect(rewriteSrcset(`${LINE} 1x,${LINE} 2x, /own.png 3x`)).toBe(`${LOCAL} 1x,${LOCAL} 2x, /own.png 3x`)
})

test('a large page with unbalanced quotation marks does not take long', () => {
  const html = `${'<p title="x>'.repeat(20_001)}<img src="${LINE}">`
  expect(rewriteLineElements(html)).toContain('<img src=')
})

test.each([
  'https:\\\\obs.line-scdn.net/a.png',
  'https:obs.line-scdn.net/a.png',
  'https:///obs.line-scdn.net/a.png',
  'https:&#x2F;&#x2F;obs.line-scdn.net&#x2F;a.png',
  '&#47;&sol;obs.line-scdn.net/a.png',
])('a picture at %s, as browsers read it, loads from the emulator', address =>
  expect(rewriteLineElements(`<img src="${address}">`)).toMatch(
    /^<img src="\/__line\/obs\.line-scdn\.net(\/|&#x2F;)a\.png">$/,
  ),
)

test('the value of another attribute stays unchanged, even if it looks like an attribute', () => {
  const html = `<img data-x="a src='${LINE}'" data-y='/src=${LINE}' alt="src=${LINE}">`
  expect(rewriteLineElements(html)).toBe(html)
})

test('a classic script imports the installed SDK', () => {
  const script = "<script>import('https://static.line-scdn.net/liff/edge/2/sdk.js')</script>"
  expect(rewriteLineElements(script)).toBe(script.replace('https://', '/__line/'))
})
