// Which elements a page has, and of which kind, is known to its template and checked by the tests in a browser.
// The type checker lets scripts use any property of an element; everything else is checked.
interface EventTarget {
  [property: string]: any;
}
interface Event {
  detail: any;
}
interface Document {
  getElementById(id: string): any;
}
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Element {
  closest(selectors: string): any;
}
// Forms of pages with scripts have no files, so that their data can be a list of parameters.
interface FormData {
  [name: string]: any;
}
