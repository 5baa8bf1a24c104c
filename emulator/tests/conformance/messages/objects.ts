import { EMPTY, field, https, INVALID, MISSING, NOT_HTTPS, NOT_IN_LIFF, rules, uri } from './rule.ts'

const type = rules('any message', change => change, [
  [
    'unknown',
    'only text, sticker, image, video, audio, location, template and flex messages',
    '{type:"imagemap"}',
    field('type'),
    'Must be one of the following values: [text, sticker, image, video, audio, location, template, flex]',
  ],
  [
    'list',
    'a list is not accepted in place of an object',
    '{type:"text",text:"x",sender:[]}',
    field('sender'),
    INVALID,
  ],
])

const text = rules('text', change => `{type:"text",text:"x",${change}}`, [
  ['missing', 'a text is required', 'text:undefined', field('text'), EMPTY],
  ['empty', 'a text is not empty', 'text:""', field('text'), EMPTY],
  ['object', 'a text is not an object', 'text:{}', field('text'), INVALID],
  [
    'long',
    'a text has at most 5,000 UTF-16 code units, so an emoji counts twice',
    'text:"x".repeat(4999)+"😀"',
    field('text'),
    'Length must be between 0 and 5000',
  ],
  ['emojis', 'a text has no LINE emojis', 'emojis:[{index:0}]', field('emojis'), NOT_IN_LIFF],
  ['quote', 'a text quotes no other message', 'quoteToken:"q"', field('quoteToken'), NOT_IN_LIFF],
])

const sticker = rules('sticker', change => `{type:"sticker",packageId:"446",stickerId:"1988",${change}}`, [
  ['package', 'a sticker has a package', 'packageId:null', field('packageId'), EMPTY],
  ['id', 'the ids of a sticker are digits', 'stickerId:"smile"', field('stickerId'), INVALID],
])

const image = rules(
  'image',
  change => `{type:"image",originalContentUrl:"${https}",previewImageUrl:"${https}",${change}}`,
  [
    [
      'http',
      'an image is loaded over https',
      'originalContentUrl:"http://example.com/a.jpg"',
      field('originalContentUrl'),
      NOT_HTTPS,
    ],
    ['preview', 'an image has a preview', 'previewImageUrl:undefined', field('previewImageUrl'), EMPTY],
    [
      'long',
      'URLs of images, videos and audio files have at most 2,000 characters',
      'previewImageUrl:"https://example.com/"+"a".repeat(1981)',
      field('previewImageUrl'),
      'Length must be between 0 and 2000',
    ],
    [
      'space',
      'a URL is percent-encoded',
      'previewImageUrl:"https://example.com/a b.jpg"',
      field('previewImageUrl'),
      NOT_HTTPS,
    ],
  ],
)

const media = [
  ...rules(
    'video',
    change => `{type:"video",originalContentUrl:"${https}",previewImageUrl:"${https}",${change}}`,
    [['tracking', 'a video has no tracking id', 'trackingId:"t"', field('trackingId'), NOT_IN_LIFF]],
  ),
  ...rules('audio', change => `{type:"audio",originalContentUrl:"${https}",duration:1000,${change}}`, [
    ['duration', 'an audio file has a duration', 'duration:undefined', field('duration'), EMPTY],
    ['text', 'a duration is a number', 'duration:"long"', field('duration'), INVALID],
  ]),
  ...rules('location', change => `{type:"location",title:"a",address:"b",latitude:1,longitude:2,${change}}`, [
    [
      'long',
      'title and address of a location have at most 100 characters',
      'title:"x".repeat(101)',
      field('title'),
      'Length must be between 0 and 100',
    ],
    ['latitude', 'a location has a latitude and a longitude', 'latitude:undefined', field('latitude'), EMPTY],
  ]),
]

export const quick = (item: string) => `{type:"text",text:"x",quickReply:{items:[${item}]}}`
const quickReply = rules('quick reply', change => change, [
  [
    'many',
    'a message has at most 13 quick reply buttons',
    `{type:"text",text:"x",quickReply:{items:Array(14).fill({type:"action",action:${uri}})}}`,
    field('quickReply.items'),
    'size must be between 1 and 13',
  ],
  [
    'text',
    'the message action of a quick reply button has a text',
    quick('{type:"action",action:{type:"message",label:"a"}}'),
    field('quickReply.items[0].action.text'),
    MISSING,
  ],
  [
    'label',
    'the label of a quick reply button has at most 20 characters',
    quick('{type:"action",action:{type:"location",label:"x".repeat(21)}}'),
    field('quickReply.items[0].action.label'),
    'must not be longer than 20 characters',
  ],
  [
    'input-option',
    'the inputOption of a postback is one of four words',
    quick('{type:"action",action:{type:"postback",label:"a",data:"b",inputOption:"openMenu"}}'),
    field('quickReply.items[0].action.inputOption'),
    INVALID,
  ],
  [
    'picker',
    'the times of a date picker have the form of its mode',
    quick('{type:"action",action:{type:"datetimepicker",label:"a",data:"b",mode:"date",initial:"12:30"}}'),
    field('quickReply.items[0].action.initial'),
    INVALID,
  ],
])

const sender = rules('sender', change => `{type:"text",text:"x",sender:{${change}}}`, [
  [
    'name',
    'the name of a sender has at most 20 characters',
    'name:"x".repeat(21)',
    field('sender.name'),
    'Length must be between 0 and 20',
  ],
  [
    'icon',
    'the icon of a sender is loaded over https',
    'iconUrl:"http://example.com/a.png"',
    field('sender.iconUrl'),
    NOT_HTTPS,
  ],
])

const altText = rules(
  'alternative text',
  change =>
    `{type:"flex",altText:"a",contents:{type:"bubble",body:{type:"box",layout:"vertical",contents:[]}},${change}}`,
  [
    [
      'missing',
      'a template or Flex Message has an alternative text',
      'altText:undefined',
      field('altText'),
      EMPTY,
    ],
    [
      'long',
      'an alternative text has at most 1,500 characters',
      'altText:"x".repeat(1501)',
      field('altText'),
      'Length must be between 0 and 1500',
    ],
    ['contents', 'a Flex Message has contents', 'contents:undefined', field('contents'), EMPTY],
  ],
)

export const OBJECT_RULES = [type, text, sticker, image, media, quickReply, sender, altText].flat()
