/** The SVG of each icon, by its name. Not imported here, because tests without a browser cannot import SVG files. */
let sources: Readonly<Record<string, string>> = {};
const parsed = new Map<string, Element>();

/** Called once, when the script of the page starts. */
export function defineIcons(icons: Readonly<Record<string, string>>): void {
	sources = icons;
}

function parse(name: string): Element {
	const template = document.createElement('template');
	template.innerHTML = sources[name] ?? '';
	const icon = template.content.firstElementChild;
	if (!icon) throw new Error(`There is no icon ${name}.`);
	parsed.set(name, icon);
	return icon;
}

/** Puts an icon into an `svg` element, in place of the one that is there. References with `use` would have the browser draw more elements. */
export function fillWithIcon(element: Element, name: string): void {
	const icon = parsed.get(name) ?? parse(name);
	element.setAttribute('viewBox', icon.getAttribute('viewBox') ?? '');
	element.replaceChildren(...icon.cloneNode(true).childNodes);
}
