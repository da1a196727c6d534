//! Writes the JavaScript between the page and the program: `tandem-web-bindgen PROGRAM.wasm FOLDER`.

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let [_, program, folder] = words.as_slice() else {
        panic!("usage: tandem-web-bindgen PROGRAM.wasm FOLDER");
    };
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    let bindgen = bindgen.input_path(program).out_name("tandem").typescript(false);
    bindgen.web(true).expect("pages have modules").generate(folder).expect("the glue is written");
}
