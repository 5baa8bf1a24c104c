import { https, INVALID, MISSING, rules } from './rule.ts'

export const flexOf = (contents: string) => `{type:"flex",altText:"a",contents:${contents}}`
export const bubble = (body: string) =>
  `{type:"bubble",body:{type:"box",layout:"vertical",contents:[${body}]}}`
const flexContainer = rules('flex', flexOf, [
  [
    'container',
    'a Flex Message contains a bubble or a carousel',
    `{type:"flex",contents:${bubble('')}}`,
    '/type',
    INVALID,
  ],
  [
    'block',
    'a bubble has at least one block',
    '{type:"bubble"}',
    '/',
    'At least one block must be specified',
  ],
  [
    'hero',
    'the hero of a bubble is a box, an image or a video',
    '{type:"bubble",hero:{type:"text",text:"x"}}',
    '/hero',
    INVALID,
  ],
  [
    'unknown-field',
    'a Flex Message has no unknown fields',
    `{...${bubble('')},backgroundColor:"#FFFFFF"}`,
    '/backgroundColor',
    'unknown field',
  ],
  ['null', 'no field of a Flex Message is null', `{...${bubble('')},size:null}`, '/size', INVALID],
  [
    'bubbles',
    'a carousel has 1 to 12 bubbles',
    `{type:"carousel",contents:Array(13).fill(${bubble('')})}`,
    '/contents',
    'size must be between 1 and 12',
  ],
  [
    'sizes',
    'all bubbles of a carousel have the same size',
    `{type:"carousel",contents:[${bubble('')},{...${bubble('')},size:"kilo"}]}`,
    '/contents',
    'all bubbles must have the same size',
  ],
  [
    'video',
    'a carousel has no videos',
    `{type:"carousel",contents:[{type:"bubble",hero:{type:"video",url:"${https}",previewUrl:"${https}",altContent:{type:"image",url:"${https}"}}}]}`,
    '/contents',
    'embedding videos in messages is not allowed',
  ],
  [
    'animated',
    'a Flex Message has at most 10 animated images',
    bubble(`...Array(11).fill({type:"image",url:"${https}",animated:true})`),
    '/',
    'too many animated images',
  ],
  [
    'small-video',
    'a video needs a bubble of the size kilo, mega or giga',
    `{type:"bubble",size:"micro",hero:{type:"video",url:"${https}",previewUrl:"${https}",altContent:{type:"image",url:"${https}"}}}`,
    '/hero',
    'embedding videos in messages is not allowed',
  ],
  [
    'bytes',
    'a bubble has at most 30 KB, a carousel 50 KB',
    bubble('{type:"text",text:"x".repeat(31000)}'),
    '/',
    'Too large flex message. The maximum size of JSON data is 30 KB',
  ],
])

const flexBody = rules('flex', change => flexOf(bubble(change)), [
  ['component', 'a component is of a known type', '{type:"spacer"}', '/body/contents/0', INVALID],
  ['layout', 'a box has a layout', '{type:"box",contents:[]}', '/body/contents/0/layout', MISSING],
  [
    'baseline',
    'the layout of a box decides which components it contains',
    '{type:"icon",url:"https://example.com/a.png"}',
    '/body/contents/0',
    'invalid box content type',
  ],
  ['text', 'a text component has a text or spans', '{type:"text"}', '/body/contents/0/text', MISSING],
  [
    'empty',
    'a text component is not empty',
    '{type:"text",text:""}',
    '/body/contents/0/text',
    'must be non-empty text',
  ],
  [
    'number',
    'no text of a Flex Message is a number',
    '{type:"text",text:1}',
    '/body/contents/0/text',
    INVALID,
  ],
  [
    'color',
    'a colour is #RRGGBB or #RRGGBBAA',
    '{type:"text",text:"x",color:"#444"}',
    '/body/contents/0/color',
    INVALID,
  ],
  [
    'size',
    'the size of a text is a keyword or in pixels',
    '{type:"text",text:"x",size:"huge"}',
    '/body/contents/0/size',
    INVALID,
  ],
  [
    'margin',
    'a margin is a keyword or in pixels',
    '{type:"text",text:"x",margin:"5%"}',
    '/body/contents/0/margin',
    INVALID,
  ],
  [
    'image',
    'the image of a component is loaded over https',
    '{type:"image",url:"http://example.com/a.jpg"}',
    '/body/contents/0/url',
    'invalid uri scheme',
  ],
  [
    'mode',
    'aspectMode is fit or cover',
    `{type:"image",url:"${https}",aspectMode:"contain"}`,
    '/body/contents/0/aspectMode',
    INVALID,
  ],
  [
    'ratio',
    'an image is at most three times as high as wide',
    `{type:"image",url:"${https}",aspectRatio:"1:4"}`,
    '/body/contents/0/aspectRatio',
    'aspect ratio must be in the range (0 < (h/w) <= 3)',
  ],
  [
    'angle',
    'the angle of a gradient is less than 360 degrees',
    '{type:"box",layout:"vertical",contents:[],background:{type:"linearGradient",angle:"360deg",startColor:"#000000",endColor:"#ffffff"}}',
    '/body/contents/0/background/angle',
    INVALID,
  ],
  [
    'gradient',
    'the centre of a gradient is between 0 % and 100 %',
    '{type:"box",layout:"vertical",contents:[],background:{type:"linearGradient",angle:"0deg",startColor:"#000000",endColor:"#ffffff",centerColor:"#888888",centerPosition:"101%"}}',
    '/body/contents/0/background/centerPosition',
    INVALID,
  ],
  [
    'button',
    'a button has an action with a label',
    '{type:"button",action:{type:"uri",uri:"https://example.com"}}',
    '/body/contents/0/action/label',
    MISSING,
  ],
  [
    'postback',
    'a Flex Message has URI actions only',
    '{type:"button",action:{type:"postback",label:"a",data:"b"}}',
    '/body/contents/0/action/type',
    'postback action is not available for flex message',
  ],
  [
    'message',
    'a box, a text or an image has URI actions only',
    '{type:"text",text:"x",action:{type:"message",text:"b"}}',
    '/body/contents/0/action/type',
    'message action is not available for flex message',
  ],
])

export const FLEX_RULES = [...flexContainer, ...flexBody]
