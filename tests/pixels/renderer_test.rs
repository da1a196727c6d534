//! Tests of the renderer and of the comparison of pictures.

use eframe::egui;
use egui::{
    Color32, ColorImage, CornerRadius, FontData, FontDefinitions, FontFamily, Pos2, Rect, Stroke,
    TextureOptions, vec2,
};
use egui_kittest::Harness;
use image::{Rgba, RgbaImage};
use tandem::diagram::Weight;

use crate::renderer::CpuRenderer;
use crate::snapshot::{Difference, compare, snapshot};

/// Returns a white window without a margin, on which `paint` was called.
fn painted(size: egui::Vec2, scale: f32, paint: impl Fn(&egui::Painter) + 'static) -> RgbaImage {
    let mut harness = Harness::builder()
        .with_size(size)
        .with_pixels_per_point(scale)
        .renderer(CpuRenderer::default())
        .build_ui(move |ui| {
            let painter = ui.ctx().layer_painter(egui::LayerId::background());
            painter.rect_filled(painter.clip_rect(), 0.0, Color32::WHITE);
            paint(&painter);
        });
    harness.run();
    harness.render().expect("should be rendered")
}

fn rect(left: f32, top: f32, right: f32, bottom: f32) -> Rect {
    Rect::from_min_max(Pos2::new(left, top), Pos2::new(right, bottom))
}

#[test]
fn fills_whole_pixels_once() {
    // Two translucent triangles share a diagonal, on which pixels painted twice would be visible.
    let picture = painted(vec2(20.0, 20.0), 1.0, |painter| {
        let mut mesh = egui::Mesh::default();
        mesh.add_colored_rect(rect(2.0, 3.0, 12.0, 13.0), Color32::from_black_alpha(128));
        painter.add(mesh);
    });
    for (x, y, pixel) in picture.enumerate_pixels() {
        let inside = (2..12).contains(&x) && (3..13).contains(&y);
        let expected = if inside { 127 } else { 255 };
        assert_eq!(pixel.0, [expected, expected, expected, 255], "at {x}, {y}");
    }
}

#[test]
fn scales_to_pixels() {
    let picture = painted(vec2(20.0, 10.0), 2.0, |painter| {
        painter.rect_filled(rect(5.0, 2.5, 10.0, 5.0), 0.0, Color32::BLACK);
    });
    assert_eq!(picture.dimensions(), (40, 20));
    assert_eq!(picture.get_pixel(10, 5).0, [0, 0, 0, 255]);
    assert_eq!(picture.get_pixel(19, 9).0, [0, 0, 0, 255]);
    assert_eq!(picture.get_pixel(20, 9).0, [255; 4]);
    assert_eq!(picture.get_pixel(9, 5).0, [255; 4]);
}

#[test]
fn clips() {
    let picture = painted(vec2(20.0, 10.0), 1.0, |painter| {
        let half = painter.with_clip_rect(rect(0.0, 0.0, 10.0, 10.0));
        half.rect_filled(rect(-100.0, -100.0, 100.0, 100.0), 0.0, Color32::BLACK);
    });
    assert_eq!(picture.get_pixel(9, 9).0, [0, 0, 0, 255]);
    assert_eq!(picture.get_pixel(10, 9).0, [255; 4]);
}

/// Returns a red texel and a blue one, stretched over eight pixels.
fn two_texels(options: TextureOptions) -> RgbaImage {
    painted(vec2(8.0, 2.0), 1.0, move |painter| {
        let image = ColorImage::new([2, 1], vec![Color32::RED, Color32::BLUE]);
        let texture = painter.ctx().load_texture("two", image, options);
        let whole = rect(0.0, 0.0, 1.0, 1.0);
        painter.image(texture.id(), rect(0.0, 0.0, 8.0, 2.0), whole, Color32::WHITE);
    })
}

#[test]
fn samples_the_nearest_texel() {
    let picture = two_texels(TextureOptions::NEAREST);
    assert_eq!(picture.get_pixel(3, 0).0, [255, 0, 0, 255]);
    assert_eq!(picture.get_pixel(4, 1).0, [0, 0, 255, 255]);
}

#[test]
fn samples_between_texels() {
    let picture = two_texels(TextureOptions::LINEAR);
    assert_eq!(picture.get_pixel(1, 0).0, [255, 0, 0, 255]);
    assert_eq!(picture.get_pixel(3, 0).0, [159, 0, 96, 255]);
    assert_eq!(picture.get_pixel(4, 1).0, [96, 0, 159, 255]);
    assert_eq!(picture.get_pixel(7, 1).0, [0, 0, 255, 255]);
}

#[test]
fn widgets_text_and_a_textured_rectangle() {
    let mut texture: Option<egui::TextureHandle> = None;
    let mut checked = true;
    let mut value = 0.4;
    let mut harness = Harness::builder()
        .with_size(vec2(340.0, 150.0))
        .with_theme(egui::Theme::Dark)
        .with_context_setup(|ctx| {
            let mut fonts = FontDefinitions::empty();
            let font = FontData::from_static(Weight::Regular.file());
            fonts.font_data.insert("inter".to_owned(), font.into());
            for family in [FontFamily::Proportional, FontFamily::Monospace] {
                fonts.families.insert(family, vec!["inter".to_owned()]);
            }
            ctx.set_fonts(fonts);
        })
        .renderer(CpuRenderer::default())
        .build_ui(move |ui| {
            let texture = texture.get_or_insert_with(|| {
                ui.ctx().load_texture("example", ColorImage::example(), TextureOptions::LINEAR)
            });
            egui::CentralPanel::default().show(ui, |ui| {
                ui.heading("Bughouse");
                ui.horizontal(|ui| {
                    let _ = ui.button("Open");
                    ui.checkbox(&mut checked, "Flip");
                    ui.add(egui::Slider::new(&mut value, 0.0..=1.0).text("Speed"));
                });
                let (response, painter) =
                    ui.allocate_painter(vec2(300.0, 70.0), egui::Sense::hover());
                let area = response.rect;
                let round = CornerRadius::same(8);
                painter.rect_filled(area, round, Color32::from_rgb(60, 90, 140));
                painter.image(
                    texture.id(),
                    Rect::from_min_size(area.min + vec2(8.0, 8.0), vec2(54.0, 54.0)),
                    rect(0.0, 0.0, 1.0, 1.0),
                    Color32::WHITE,
                );
                let centre = area.center();
                painter.circle_filled(centre, 24.0, Color32::from_white_alpha(60));
                painter
                    .line_segment([centre, area.right_bottom()], Stroke::new(1.5, Color32::YELLOW));
            });
        });
    harness.run();
    snapshot(&mut harness, "renderer");
}

#[test]
fn comparison_tolerates_only_rounding() {
    let grey = RgbaImage::from_pixel(20, 10, Rgba([100, 100, 100, 255]));
    let rounded = RgbaImage::from_pixel(20, 10, Rgba([102, 99, 100, 255]));
    assert!(compare(&grey, &rounded).is_ok());

    let mut hairline = grey.clone();
    for y in 0..10 {
        hairline.put_pixel(7, y, Rgba([110, 100, 100, 255]));
    }
    let difference = compare(&grey, &hairline).expect_err("a line has moved");
    assert!(matches!(difference, Difference::Pixels { count: 10, most: 10, .. }));

    let smaller = RgbaImage::new(10, 10);
    let difference = compare(&grey, &smaller).expect_err("another size");
    assert!(matches!(difference, Difference::Size { .. }));
}
