const parsed = new Map<string, Element>();

function parse(name: string): Element {
	const template = document.createElement('template');
	template.innerHTML = icons[name] ?? '';
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
