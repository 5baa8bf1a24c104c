import { bubble, flexOf } from './flex.ts'
import { quick } from './objects.ts'
import { https, one, type RefusedMessages, uri } from './rule.ts'
import { buttons } from './template.ts'

/** Messages at the limits of the rules, which LINE accepts. */
export const MESSAGES_ACCEPTED: readonly Pick<RefusedMessages, 'id' | 'messages'>[] = [
  {
    id: 'text',
    messages: '[{type:"text",text:"x".repeat(5000)},{type:"text",text:12,emojis:null,unknown:1}]',
  },
  { id: 'sticker', messages: '[{type:"sticker",packageId:446,stickerId:"1988"}]' },
  {
    id: 'media',
    messages: `[{type:"image",originalContentUrl:"${https}",previewImageUrl:"${https}"},{type:"video",originalContentUrl:"${https}",previewImageUrl:"${https}"},{type:"audio",originalContentUrl:"${https}",duration:"1000"},{type:"location",title:"😀".repeat(100),address:"b",latitude:13.7,longitude:100.5}]`,
  },
  {
    id: 'quick-reply',
    messages: one(
      quick(
        '{type:"action",action:{type:"camera",label:"a"}},{type:"action",action:{type:"postback",label:"a",data:"b",inputOption:"openKeyboard",fillInText:"c"}},{type:"action",action:{type:"datetimepicker",label:"a",data:"b",mode:"datetime",initial:"2026-01-31t23:59",min:"2026-01-01T00:00"}},{type:"action",action:{type:"datetimepicker",label:"a",data:"b",mode:"time",max:"23:59"}}',
      ),
    ),
  },
  {
    id: 'templates',
    messages: `[${buttons('text:"x".repeat(160)')},${buttons(`title:"t",thumbnailImageUrl:"${https}",imageBackgroundColor:"#FFFFFF",text:"x".repeat(60),defaultAction:${uri}`)},{type:"template",altText:"a",template:{type:"confirm",text:"x",actions:[${uri},{type:"uri",label:"Call",uri:"tel:021234567"}]}},{type:"template",altText:"a",template:{type:"carousel",columns:Array(10).fill({text:"x",actions:[${uri}]})}},{type:"template",altText:"a",template:{type:"image_carousel",columns:[{imageUrl:"${https}",action:{type:"uri",uri:"line://nv/chat"}}]}}]`,
  },
  {
    id: 'flex',
    messages: one(
      flexOf(
        `{type:"carousel",contents:[{type:"bubble",size:"mega",direction:"rtl",header:{type:"box",layout:"baseline",contents:[{type:"icon",url:"${https}",size:"xs"},{type:"text",text:"😀".repeat(3000),flex:0}]},hero:{type:"image",url:"${https}",size:"full",aspectRatio:"20:13",aspectMode:"cover",action:${uri}},body:{type:"box",layout:"horizontal",spacing:"md",paddingAll:"-5%",cornerRadius:"4px",background:{type:"linearGradient",angle:"359.9deg",startColor:"#FFFF00",endColor:"#0080ff80",centerColor:"#888888",centerPosition:"100%"},contents:[{type:"text",text:"",contents:[{type:"span",text:"a",weight:"bold"}],wrap:true,maxLines:2},{type:"separator",margin:"sm"},{type:"filler"}]},footer:{type:"box",layout:"vertical",contents:[{type:"button",style:"primary",height:"sm",action:${uri}},{type:"box",layout:"vertical",contents:[]}]},styles:{footer:{separator:true,separatorColor:"#000000"}}},${bubble('{type:"text",text:"b",offsetTop:"-10px"}')}]}`,
      ),
    ),
  },
  {
    id: 'video',
    messages: one(
      flexOf(
        `{type:"bubble",size:"giga",body:{type:"box",layout:"vertical",contents:Array(10).fill({type:"image",url:"${https}",animated:true})},hero:{type:"video",url:"${https}",previewUrl:"${https}",aspectRatio:"20:13",altContent:{type:"image",url:"${https}"}}}`,
      ),
    ),
  },
]
