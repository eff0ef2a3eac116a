/** The HTML that the renderer may write, defined independently of its code: tag → attribute → values. */
const flag = /^$/;
const span = /^([2-9]|[1-4]\d|50)$/;
const cell = { class: /^align-(center|right)$/, colspan: span, rowspan: span };
const allowed: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
	p: { class: /^aside-text$/ },
	h3: {},
	h4: {},
	h5: {},
	h6: {},
	blockquote: {},
	ul: {},
	ol: { start: /^\d{1,9}$/ },
	li: { class: /^task$/ },
	div: { class: /^table-wrap$/, tabindex: /^0$/, role: /^group$/, 'aria-label': /^Table$/ },
	table: {},
	thead: {},
	tbody: {},
	tr: {},
	tfoot: {},
	th: cell,
	td: cell,
	details: { open: flag },
	summary: {},
	del: {},
	ins: {},
	kbd: {},
	sub: {},
	sup: {},
	pre: { tabindex: /^0$/, role: /^group$/, 'aria-label': /^(Code|Plain text)$/ },
	code: {},
	hr: {},
	br: {},
	em: {},
	strong: {},
	s: {},
	span: { class: /^(invisible-character|hljs-[a-z_ -]+)$/ },
	input: { type: /^checkbox$/, checked: flag, disabled: flag, 'aria-label': /^(not )?done$/ },
	a: {
		href: /^#$/,
		'data-open':
			/^(https?:\/\/[^/@\\\s][^@\\\s]*(\/.*)?|mailto:[^/\\\s][^\\\s]*|unsupported:(?!(https?|mailto):)[A-Za-z][A-Za-z\d+.-]{1,31}:[!-~]*|ticket:~[\w-]+\/[\w.-]+#\d+|user:~[\w-]+)$/,
		// The first line is the address.
		title: /^(?!(unsupported|ticket|user):)[a-z][a-z\d+.-]*:[!-~]*(\n.*)?$/is,
	},
	button: {
		type: /^button$/,
		class: /^image$/,
		'data-src': /^https?:\/\/[^/@\\\s]/,
		'data-alt': /^/,
	},
};

/** Whether the renderer may write an element or, if an attribute is given, this attribute of it. */
export const isAllowed = (tag: string, attribute?: string, value = ''): boolean =>
	attribute === undefined ? Object.hasOwn(allowed, tag) : allowed[tag]?.[attribute]?.test(value) === true;

const empty = new Set(['hr', 'br', 'input']);
const outsideOfLinks = new Set(['a', 'button']);

/**
 * The problems of some HTML: anything but a well-nested tree of the allowed tags with the allowed attributes in
 * double quotes. It is strict on purpose: HTML that a browser has to repair is already wrong.
 */
export function htmlProblems(html: string): string[] {
	const problems: string[] = [];
	const open: string[] = [];
	let deepest = 0;
	const rest = html.replace(
		/<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)>/g,
		(tag, slash: string, name: string, attributes: string) => {
			if (slash !== '') {
				if (open.pop() !== name) problems.push(`${tag} closes what is not open`);
				return '';
			}
			const known = allowed[name];
			if (!known) problems.push(`there is a ${tag}`);
			for (const [, key = '', value = ''] of attributes.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
				if (known?.[key]?.test(decoded(value)) !== true) problems.push(`${tag} has a wrong ${key}`);
			}
			if (outsideOfLinks.has(name) && open.some((one) => outsideOfLinks.has(one))) {
				problems.push(`${tag} stands in a link`);
			}
			if (!empty.has(name)) open.push(name);
			deepest = Math.max(deepest, open.length);
			return '';
		},
	);
	if (/[<>]/.test(rest))
		problems.push(`there is a mark of a tag in ${/.{0,30}[<>].{0,30}/s.exec(rest)?.[0]}`);
	if (/&(?!(?:amp|lt|gt|quot|#x27);)/.test(rest)) problems.push('there is an & that is not escaped');
	if (/[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\0]/.test(html))
		problems.push('there is something invisible');
	if (open.length > 0) problems.push(`${open.join(', ')} stay open`);
	if (deepest > 120) problems.push(`it is nested ${deepest} deep`);
	return problems;
}

const decoded = (value: string): string =>
	value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** The text that a reader of the HTML sees. */
export const textOf = (html: string): string => decoded(html.replace(/<[^>]*>/g, ''));
