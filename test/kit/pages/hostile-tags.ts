import fc from 'fast-check';

/** The tags that texts may contain, and how they are closed. */
export const blockTags = [
	'details',
	'summary',
	'table',
	'thead',
	'tbody',
	'tfoot',
	'tr',
	'th',
	'td',
] as const;
const inlineTags = ['br', 'del', 'ins', 'kbd', 'sub', 'sup'] as const;
export const tags: readonly string[] = [...blockTags, ...inlineTags];

const attack = 'window.attacked=1';
export const trap = 'https://trap.invalid/x';

/** Attributes that run code or fetch something in some element, or that change the page, and all others of HTML. */
const values: Readonly<Record<string, readonly string[]>> = {
	[attack]: [
		...[
			'click',
			'dblclick',
			'auxclick',
			'contextmenu',
			'mousedown',
			'mouseover',
			'mouseenter',
			'mousemove',
			'wheel',
		],
		...[
			'pointerdown',
			'pointerover',
			'pointerenter',
			'pointerrawupdate',
			'touchstart',
			'drag',
			'dragstart',
			'drop',
		],
		...[
			'keydown',
			'keypress',
			'keyup',
			'focus',
			'focusin',
			'blur',
			'input',
			'change',
			'beforeinput',
			'select',
		],
		...[
			'load',
			'error',
			'abort',
			'toggle',
			'beforetoggle',
			'close',
			'cancel',
			'scroll',
			'scrollend',
			'resize',
		],
		...[
			'animationstart',
			'animationend',
			'transitionrun',
			'transitionend',
			'copy',
			'cut',
			'paste',
			'begin',
			'end',
		],
		...[
			'beforematch',
			'contentvisibilityautostatechange',
			'securitypolicyviolation',
			'slotchange',
			'message',
		],
		...[
			'pageshow',
			'hashchange',
			'popstate',
			'beforeunload',
			'start',
			'finish',
			'loadstart',
			'canplay',
			'command',
		],
	].map((name) => `on${name}`),
	[trap]: [
		...[
			'src',
			'href',
			'srcset',
			'background',
			'poster',
			'action',
			'formaction',
			'data',
			'cite',
			'ping',
			'longdesc',
		],
		...[
			'xlink:href',
			'xml:base',
			'xmlns',
			'codebase',
			'classid',
			'archive',
			'profile',
			'manifest',
			'dynsrc',
			'lowsrc',
		],
		...[
			'icon',
			'usemap',
			'imagesrcset',
			'attributionsrc',
			'itemtype',
			'itemid',
			'about',
			'data-src',
			'data-open',
		],
	],
	'javascript:window.attacked=1': [
		'href',
		'src',
		'action',
		'formaction',
		'xlink:href',
		'data',
		'background',
		'from',
	],
	[`<script>${attack}</script>`]: [
		'srcdoc',
		'title',
		'aria-label',
		'shadowrootmode',
		'data-alt',
		'summary',
		'abbr',
	],
	[`background:url(${trap})`]: ['style'],
	'x:expression(window.attacked=1);behavior:url(#x);-moz-binding:url(#x);position:fixed;inset:0': ['style'],
	page: [
		'id',
		'name',
		'class',
		'slot',
		'is',
		'part',
		'for',
		'form',
		'headers',
		'list',
		'itemref',
		'nonce',
		'exportparts',
	],
	true: [
		'contenteditable',
		'draggable',
		'hidden',
		'inert',
		'autofocus',
		'popover',
		'popovertarget',
		'commandfor',
	],
	1: [
		'tabindex',
		'accesskey',
		'width',
		'height',
		'border',
		'cellpadding',
		'cellspacing',
		'hspace',
		'size',
		'nowrap',
	],
	discard: [
		'data-do',
		'role',
		'aria-hidden',
		'aria-live',
		'scope',
		'command',
		'type',
		'rel',
		'target',
		'method',
	],
	rtl: [
		'dir',
		'lang',
		'translate',
		'spellcheck',
		'valign',
		'bgcolor',
		'color',
		'frame',
		'rules',
		'char',
		'charoff',
	],
	99999: [
		'colspan',
		'rowspan',
		'span',
		'align',
		'open',
		'checked',
		'disabled',
		'datetime',
		'__proto__',
		'constructor',
	],
};
export const attributes: readonly (readonly [name: string, value: string])[] = Object.entries(values).flatMap(
	([value, names]) => names.map((name) => [name, value] as const),
);

/** The ways to write an attribute: in quotes of any kind, with entities, in other cases, and broken. */
const quotings: readonly ((name: string, value: string) => string)[] = [
	(name, value) => `${name}="${value}"`,
	(name, value) => `${name}='${value}'`,
	(name, value) => `${name}=${value.replace(/[\s"'=<>`]/g, '')}`,
	(name, value) => `${name.toUpperCase()} =\n"${value}"`,
	(name, value) => `${name} = &quot;${value}&quot;`,
	(name, value) => `${name}="${[...value].map((one) => `&#x${one.codePointAt(0)?.toString(16)};`).join('')}"`,
	(name, value) => `${name.replace(/^(..)/, '$1\0')}="${value}"`,
	(name, value) => `x="a>b" ${name}\t=\t'${value}' ${name}="${value}"`,
	(name, value) => `"${name}="${value}"`,
	(name, value) => `/${name}="${value}"/`,
	(name, value) => `x='${name}="${value}`,
	(name, value) => `${name}=\u0060${value}\u0060`,
	(name) => name,
];

/** What a tag can be in: Markdown, other tags, and itself, closed or not. */
const frames: readonly ((start: string, tag: string) => string)[] = [
	(start, tag) => `${start}a</${tag}>`,
	(start) => `a ${start}`,
	(start, tag) => `<table><tr><td>${start}a</td></tr></table></${tag}>`,
	(start) => `<details open><summary>${start}</summary>\n\n${start}\n\n</details>`,
	(start, tag) => `# ${start}\n\n> ${start}\n\n- ${start}a</${tag}>`,
	(start) => `|a|\n|-|\n|${start}|`,
	(start, tag) => `[${start}a](https://a.example)</${tag}> **${start}**`,
	(start, tag) => `![${start}](https://a.example/x.png) ${tag}`,
	(start) => `\u0060${start}\u0060\n\n\u0060\u0060\u0060html\n${start}\n\u0060\u0060\u0060\n\n    ${start}`,
	(start, tag) => `a\n${start.replace(/ /, '\n')}</${tag.toUpperCase()}\n>`,
	(start, tag) => `<kbd>${start}</kbd></${tag}><del>b</kbd></del>`,
	(start, tag) => `<!--${start}--><![CDATA[${start}]]><?${start}?><${tag}${start}</${tag}`,
];

/** The texts of one tag: every attribute in each quoting, and in each frame. */
export const collections = (tag: string): readonly string[] =>
	[...frames, ...frames.slice(0, 1)].flatMap((frame, index) => {
		const quoting = quotings[(index + tags.indexOf(tag)) % quotings.length];
		const all = attributes.map(([name, value]) => frame(`<${tag} ${quoting?.(name, value)}>`, tag));
		// A text that is too long is not formatted.
		const half = all.length / 2;
		return [all.slice(0, half), all.slice(half)].map((part) => part.join('\n\n'));
	});

/** Tags that browsers treat in special ways, which a text may not contain. */
const otherTags = [
	...[
		'script',
		'style',
		'svg',
		'math',
		'mtext',
		'annotation-xml',
		'foreignObject',
		'desc',
		'title',
		'textarea',
		'xmp',
	],
	...[
		'noscript',
		'template',
		'select',
		'option',
		'iframe',
		'object',
		'embed',
		'form',
		'input',
		'button',
		'a',
		'img',
	],
	...[
		'plaintext',
		'frameset',
		'body',
		'html',
		'head',
		'base',
		'meta',
		'link',
		'caption',
		'colgroup',
		'col',
		'p',
	],
];
const markdown = [
	...[
		'\n',
		'\n\n',
		' ',
		'\t',
		'\0',
		'\u000b',
		'\u000c',
		'\u00a0',
		'> ',
		'- ',
		'1. ',
		'# ',
		'|',
		'|a|\n|-|\n|',
		'**',
		'*',
		'`',
	],
	...[
		'```\n',
		'    ',
		'[',
		'](https://a.example)',
		'![',
		'<!--',
		'-->',
		'<![CDATA[',
		']]>',
		'<?',
		'?>',
		'<',
		'</',
		'>',
		'/>',
	],
	...['"', "'", '=', '&lt;', '&quot;', '&#0;', '&#x3c;', '\\', 'a', 'https://a.example/', '#12', '~~'],
];
const spaces = fc.constantFrom(' ', '\n', '\t', '  ', '\u000c', '/', '\0', '');
const written = fc
	.tuple(spaces, fc.constantFrom(...attributes), fc.constantFrom(...quotings))
	.map(([space, [name, value], quoting]) => `${space}${quoting(name, value)}`);
const name = fc.constantFrom(...tags);
/** A tag as a browser would accept it. */
const soundTag = fc
	.tuple(
		name,
		fc.constantFrom(...attributes),
		fc.constantFrom(...quotings.slice(0, 4)),
		fc.constantFrom('start', 'start', 'plain', 'plain', 'end', 'end', 'line'),
	)
	.map(([name, [attribute, value], quoting, kind]) => {
		if (kind === 'end') return `</${name}>`;
		if (kind === 'plain') return `<${name}>`;
		return `${kind === 'line' ? '\n\n' : ''}<${name} ${quoting(attribute, value)}>`;
	});
const oddTag = fc
	.tuple(
		fc.constantFrom('<', '<', '<', '</', '</', '<\0', '< '),
		fc.oneof(name, fc.constantFrom(...otherTags)),
		fc.array(written, { maxLength: 2 }),
		fc.constantFrom('>', '>', '>', '/>', ' >', ''),
	)
	.map(([begin, name, attributes, end]) => `${begin}${name}${attributes.join('')}${end}`);
/** Elements that only fit together. */
const element = fc.constantFrom(
	...['<details open><summary>', '</summary>', '</details>', '<table><tr><td>', '</td></tr></table>', '\n\n'],
);

/** Tags of all kinds between and inside Markdown, closed or not. */
export const tagSoup = fc
	.array(
		fc.oneof(
			{ weight: 4, arbitrary: soundTag },
			{ weight: 1, arbitrary: oddTag },
			{ weight: 2, arbitrary: element },
			{ weight: 2, arbitrary: fc.constantFrom(...markdown) },
		),
		{ maxLength: 25, size: 'max' },
	)
	.map((pieces) => pieces.join(''));
