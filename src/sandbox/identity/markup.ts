/** Markup that is known to be well made; anything else becomes text when it is put into some. */
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

const written = (part: Part): string => {
	if (part instanceof Markup) return part.text;
	if (typeof part === 'object') return part.map(written).join('');
	return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? '');
};

/** Values in attributes must stand in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
	new Markup(String.raw({ raw: strings }, ...parts.map(written)));
