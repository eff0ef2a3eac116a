/** Markup that is known to be safe. Any other value is escaped when a template inserts it. */
export class Markup {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

type Part = Markup | string | number | readonly Part[];

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

const toText = (part: Part): string => {
	if (part instanceof Markup) return part.text;
	if (typeof part === 'object') return part.map(toText).join('');
	return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? '');
};

/** Attribute values must be in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
	new Markup(String.raw({ raw: strings }, ...parts.map(toText)));
