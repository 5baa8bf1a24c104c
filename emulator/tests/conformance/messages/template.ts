import { https, INVALID, MISSING, rules, uri } from './rule.ts'

export const buttons = (change: string) =>
  `{type:"template",altText:"a",template:{type:"buttons",text:"x",actions:[${uri}],${change}}}`
const template = rules('template', buttons, [
  [
    'text',
    'the text of a buttons template has at most 160 characters',
    'text:"x".repeat(161)',
    'template/text',
    'must not be longer than 160 characters',
  ],
  [
    'beside',
    'next to an image or a title, the text of a template has at most 60 characters',
    'title:"t",text:"x".repeat(61)',
    'template/text',
    'must not be longer than 60 characters',
  ],
  [
    'title',
    'the title of a template has at most 40 characters',
    'title:"x".repeat(41)',
    'template/title',
    'must not be longer than 40 characters',
  ],
  [
    'image',
    'the image of a template is loaded over https',
    'thumbnailImageUrl:"http://example.com/a.jpg"',
    'template/thumbnailImageUrl',
    'invalid uri scheme',
  ],
  [
    'color',
    'the colour of a template is #RRGGBB',
    'imageBackgroundColor:"#FFFFFFFF"',
    'template/imageBackgroundColor',
    INVALID,
  ],
  [
    'actions',
    'a buttons template has 1 to 4 actions',
    `actions:Array(5).fill(${uri})`,
    'template/actions',
    'size must be between 1 and 4',
  ],
  [
    'postback',
    'a template has URI actions only',
    'actions:[{type:"postback",label:"a",data:"b"}]',
    'template/actions/0/type',
    'postback action is not available for template message',
  ],
  [
    'no-label',
    'an action of a template has a label',
    'actions:[{type:"uri",uri:"https://example.com"}]',
    'template/actions/0/label',
    MISSING,
  ],
  [
    'scheme',
    'a URI action opens http, https, line or tel',
    'actions:[{type:"uri",label:"a",uri:"mailto:a@example.com"}]',
    'template/actions/0/uri',
    'invalid uri scheme',
  ],
  [
    'uri',
    'the URI of an action has at most 1,000 characters',
    'actions:[{type:"uri",label:"a",uri:"https://example.com/"+"a".repeat(981)}]',
    'template/actions/0/uri',
    'size must be between 0 and 1000',
  ],
  ['unknown', 'a template is of a known type', 'type:"list"', 'template/type', INVALID],
])

const otherTemplates = rules('template', change => `{type:"template",altText:"a",template:{${change}}}`, [
  [
    'confirm',
    'a confirm template has two actions',
    `type:"confirm",text:"x",actions:[${uri}]`,
    'template/actions',
    'size must be between 2 and 2',
  ],
  [
    'confirm-text',
    'the text of a confirm template has at most 240 characters',
    `type:"confirm",text:"x".repeat(241),actions:[${uri},${uri}]`,
    'template/text',
    'must not be longer than 240 characters',
  ],
  [
    'columns',
    'a carousel template has 1 to 10 columns',
    `type:"carousel",columns:Array(11).fill({text:"x",actions:[${uri}]})`,
    'template/columns',
    'size must be between 1 and 10',
  ],
  [
    'column-actions',
    'a column has 1 to 3 actions',
    `type:"carousel",columns:[{text:"x",actions:Array(4).fill(${uri})}]`,
    'template/columns/0/actions',
    'size must be between 1 and 3',
  ],
  [
    'column-text',
    'the text of a column has at most 120 characters',
    `type:"carousel",columns:[{text:"x".repeat(121),actions:[${uri}]}]`,
    'template/columns/0/text',
    'must not be longer than 120 characters',
  ],
  [
    'consistent',
    'all columns have the same number of actions, and all or none have an image or a title',
    `type:"carousel",columns:[{text:"x",actions:[${uri}]},{text:"x",actions:[${uri},${uri}]}]`,
    'template/columns',
    'The use of image, title and the number of actions should be consistent for all columns.',
  ],
  [
    'image-label',
    'the label in an image carousel has at most 12 characters',
    `type:"image_carousel",columns:[{imageUrl:"${https}",action:{type:"uri",label:"x".repeat(13),uri:"${https}"}}]`,
    'template/columns/0/action/label',
    'must not be longer than 12 characters',
  ],
])

export const TEMPLATE_RULES = [...template, ...otherTemplates]
